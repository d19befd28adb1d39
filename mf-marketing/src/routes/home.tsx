import { assetPath, load, type RouteHandle, type ShellApi } from '@carry/remote-kit';
import type { Coach, Service } from '@carry/remote-kit/api';
import { featuredCoach, paths } from '@carry/remote-kit/paths';
import { Suspense } from 'react';
import { Await, useLoaderData } from 'react-router-dom';
import homeIcon from '../art/icons/home.svg';
import { getCoach, getRating, getServices, type Rating } from '../coach/api';
import { getDirectory, type ListedCoach, othersIn } from '../directory/api';
import { CoachSection } from '../directory/coach-section';
import { ContinueBooking } from '../home/continue-booking';
import { Features } from '../home/features';
import { GameGrid } from '../home/game-grid';
import { Hero, subline, title } from '../home/hero';
import styles from '../home/home.module.css';
import { HowItWorks } from '../home/how-it-works';
import { MeetCoach } from '../home/meet-coach';

interface Data {
  coach: Promise<Coach | null> | Coach | null;
  services: Promise<Service[]> | Service[];
  rating: Promise<Rating | null> | Rating | null;
  otherCoaches: ListedCoach[] | null | Promise<ListedCoach[] | null>;
}

function Home() {
  const { coach, services, rating, otherCoaches } = useLoaderData() as Data;
  return (
    <>
      <ContinueBooking />
      <Hero coach={coach} services={services} rating={rating} />
      <GameGrid />
      <MeetCoach coach={coach} rating={rating} />
      <CoachSection
        title={<SectionTitle coach={coach} />}
        coaches={otherCoaches}
        className={styles.section}
      >
        <HowItWorks />
        <Features />
      </CoachSection>
    </>
  );
}

const SectionTitle = ({ coach }: Pick<Data, 'coach'>) => (
  <Suspense fallback="More coaches">
    <Await resolve={coach}>{(coach) => (coach ? 'More coaches' : 'Our coaches')}</Await>
  </Suspense>
);

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
  // Optional: the page renders without the parts that fail to load.
  loader: () => {
    const id = featuredCoach(shell.site);
    const coach = getCoach(shell.api, id);
    return load(shell, {
      coach: coach.catch(() => null),
      services: getServices(shell.api, id).catch(() => []),
      rating: getRating(shell.api, id, coach).catch(() => null),
      otherCoaches: getDirectory(shell, 'sort=rating').then(
        (page) => othersIn(page, id),
        () => [],
      ),
    });
  },
});
