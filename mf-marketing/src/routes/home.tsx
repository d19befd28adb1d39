import { assetPath, load, type RouteHandle, type ShellApi } from '@carry/remote-kit';
import type { Coach, Service } from '@carry/remote-kit/api';
import { FEATURED_COACH_ID, paths } from '@carry/remote-kit/paths';
import { useLoaderData } from 'react-router-dom';
import homeIcon from '../art/icons/home.svg';
import { getCoach, getRating, getServices, type Rating } from '../coach/api';
import { ContinueBooking } from '../home/continue-booking';
import { Features } from '../home/features';
import { GameGrid } from '../home/game-grid';
import { Hero } from '../home/hero';
import { HowItWorks } from '../home/how-it-works';
import { MeetCoach } from '../home/meet-coach';
import { subline, title } from '../home/words';

interface Data {
  coach: Promise<Coach | null> | Coach | null;
  services: Promise<Service[]> | Service[];
  rating: Promise<Rating | null> | Rating | null;
}

function Home() {
  const { coach, services, rating } = useLoaderData() as Data;
  return (
    <>
      <ContinueBooking />
      <Hero coach={coach} services={services} rating={rating} />
      <GameGrid />
      <MeetCoach coach={coach} rating={rating} />
      <HowItWorks />
      <Features />
    </>
  );
}

const handle: RouteHandle = {
  query: [],
  menu: { label: 'Home', icon: assetPath(homeIcon) },
  sitemap: [paths.home],
  head: ({ site }) => ({
    title: `${site.name}: ${title}`,
    description: `${subline} One-on-one coaching for Counter-Strike 2, Valorant, League of Legends, Dota 2 and Fortnite.`,
    jsonLd: [
      {
        '@type': 'WebPage',
        '@id': `${site.url}/#webpage`,
        url: `${site.url}/`,
        name: title,
        isPartOf: { '@id': `${site.url}/#website` },
      },
    ],
  }),
};

export const route = (shell: ShellApi) => ({
  Component: Home,
  handle,
  // Proof of what the page says, not a condition: what cannot be had is left out.
  loader: () => {
    const coach = getCoach(shell.api, FEATURED_COACH_ID);
    return load(shell, {
      coach: coach.catch(() => null),
      services: getServices(shell.api, FEATURED_COACH_ID).catch(() => []),
      rating: getRating(shell.api, FEATURED_COACH_ID, coach).catch(() => null),
    });
  },
});
