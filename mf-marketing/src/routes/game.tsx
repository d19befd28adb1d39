import type { Coach, Service } from 'contracts/api';
import { type Game, games } from 'contracts/games';
import { FEATURED_COACH_ID, paths } from 'contracts/paths';
import type { RouteHandle, ShellApi } from 'contracts/shell';
import { useLoaderData } from 'react-router-dom';
import { load } from 'remote-kit';
import { getCoach, getServices } from '../coach/api';
import { CoachCard } from '../coach/coach-card';
import { NoCoaches } from '../coach/no-coaches';
import { GameArt } from '../games/art';
import { coached, landing, struggles } from '../games/content';
import styles from '../games/game.module.css';
import { TestimonialCarousel } from '../testimonials/testimonial-carousel';

interface Data {
  coach: Coach | Promise<Coach>;
  services: Service[] | Promise<Service[]>;
}

/** The landing page of one game. */
export function gameRoute(shell: ShellApi, id: Game['id']) {
  const { headline, tagline } = landing[id];
  const name = games.find((game) => game.id === id)?.name ?? id;
  const hasCoach = coached.has(id);

  function GamePage() {
    const data = useLoaderData() as Data | null;
    return (
      <div className={styles.page}>
        <section className={styles.hero}>
          <div>
            <h1 tabIndex={-1}>{headline}</h1>
            <p className={styles.tagline}>{tagline}</p>
          </div>
          <GameArt game={id} />
        </section>
        {data ? <CoachCard coach={data.coach} services={data.services} /> : <NoCoaches game={name} id={id} />}
        {data && <TestimonialCarousel />}
        <div className={styles.pair}>
          <section className={styles.guarantee}>
            <h2>100% Satisfaction Guarantee</h2>
            <p>If you are not satisfied with your session, you get your money back. Refunds are fast, and nobody argues with you.</p>
          </section>
          <section>
            <h2>Do You Need Coaching?</h2>
            <ul className={styles.struggles}>
              {struggles.map((struggle) => (
                <li key={struggle}>{struggle}</li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    );
  }

  const handle: RouteHandle = {
    head: ({ site, data }: { site: ShellApi['site']; data?: { services?: Service[] } | null }) => {
      const url = site.url + paths.game(id);
      const offers = data?.services?.map(({ label, rate }) => ({ '@type': 'Offer', name: label, price: rate, priceCurrency: 'USD' }));
      return {
        title: `${headline} | ${site.name}`,
        description: `${tagline} 100% satisfaction guarantee.`,
        image: { path: paths.socialPicture(id), alt: headline },
        jsonLd: [
          {
            '@type': 'Service',
            name: headline,
            serviceType: `${name} coaching`,
            areaServed: 'Worldwide',
            url,
            provider: { '@id': `${site.url}/#organization` },
            offers,
          },
          {
            '@type': 'BreadcrumbList',
            itemListElement: [
              { '@type': 'ListItem', position: 1, name: 'Home', item: `${site.url}/` },
              { '@type': 'ListItem', position: 2, name, item: url },
            ],
          },
        ],
      };
    },
  };

  return {
    Component: GamePage,
    handle,
    loader: () =>
      hasCoach ? load(shell, { coach: getCoach(shell.api, FEATURED_COACH_ID), services: getServices(shell.api, FEATURED_COACH_ID) }) : null,
    HydrateFallback: () => <GameFallback headline={headline} />,
  };
}

const GameFallback = ({ headline }: { headline: string }) => (
  <div className={styles.page}>
    <h1>{headline}</h1>
    <p role="status">Loading...</p>
  </div>
);
