import {
  ABOVE_THE_FOLD_END,
  load,
  type RouteHandle,
  type ShellApi,
  useShell,
} from '@carry/remote-kit';
import type { Coach, Service } from '@carry/remote-kit/api';
import { featuredCoach, paths } from '@carry/remote-kit/paths';
import { arrowRight, Icon, LinkButton, UnbrokenText } from '@carry/ui';
import { markdownReady } from '@carry/ui/lazy-markdown';
import { type ReactNode, Suspense } from 'react';
import { Await, Link, useLoaderData } from 'react-router-dom';
import { getCoach, getRating, getServices, type Rating } from '../coach/api';
import { CoachCard } from '../coach/coach-card';
import { CoachPlate } from '../coach/coach-plate';
import { GuaranteeLine, PriceLine, PriceSkeleton } from '../coach/facts';
import { NoCoaches } from '../coach/no-coaches';
import {
  canApply,
  findCoachedGames,
  getDirectory,
  type ListedCoach,
  othersIn,
} from '../directory/api';
import { CoachSection, type CoachSectionProps } from '../directory/coach-section';
import { landing } from '../games/content';
import styles from '../games/game.module.css';
import { createHead } from '../games/game-head';
import { featuredGames, type Game, games } from '../games/games';
import { icon } from '../games/picture';
import { Guarantee, Struggles } from '../games/promises';
import { scene } from '../games/scenes';
import { TestimonialCarousel } from '../testimonials/testimonial-carousel';

/** Below the viewport width on phones: the scene is soft, so full density adds bytes but no detail. */
const SCENE_SIZES = '(min-width: 60rem) 92vw, 45vw';

interface ListedData {
  /** Coaches of the game besides the featured one. */
  coaches: ListedCoach[] | null | Promise<ListedCoach[] | null>;
  canApply: boolean | Promise<boolean>;
  /** Codes of games with coaches, for a game without. */
  coachedGames: string[] | Promise<string[]>;
}

interface Data extends ListedData {
  coach: Coach | null | Promise<Coach | null>;
  services: Service[] | Promise<Service[]>;
  rating: Rating | null | Promise<Rating | null>;
}

export function route(shell: ShellApi, id: Game['id']) {
  const { headline, tagline } = landing[id];
  const name = games.find((game) => game.id === id)?.name ?? id;
  const title = <UnbrokenText phrase={name}>{headline}</UnbrokenText>;
  const hasCoach = featuredGames(shell.site).has(id);
  const featured = featuredCoach(shell.site);

  function GamePage() {
    const loaded = useLoaderData() as Data | ListedData;
    const data = hasCoach ? (loaded as Data) : null;
    const noCoaches = (hasDirectory: boolean) => (
      <NoCoaches game={name} id={id} {...loaded} canWait={hasDirectory} />
    );
    const section = (title: string, rest: ReactNode, fallback?: CoachSectionProps['fallback']) => (
      <CoachSection title={title} coaches={loaded.coaches} game={id} fallback={fallback}>
        {rest}
      </CoachSection>
    );
    const onlyOthers = (rest?: ReactNode) => section(`${name} coaches`, rest, noCoaches);
    const promises = (
      <div className={styles.pair}>
        <Guarantee />
        <Struggles />
      </div>
    );
    return (
      <div data-game={id}>
        <section className={styles.hero} data-stage>
          <img
            className={styles.scene}
            {...scene(id)}
            sizes={SCENE_SIZES}
            alt=""
            width="1200"
            height="640"
            fetchPriority="high"
          />
          <div className={styles.words}>
            <h1 tabIndex={-1}>{title}</h1>
            <p className={styles.tagline}>{tagline}</p>
          </div>
          {data && <CoachPlate coach={data.coach} rating={data.rating} />}
          {data && <Deal coach={data.coach} services={data.services} />}
        </section>
        <div className={styles.page} id={ABOVE_THE_FOLD_END}>
          {data ? (
            <>
              <CoachCard coach={data.coach} fallback={onlyOthers()} />
              <TestimonialCarousel />
              <WithCoach coach={data.coach} fallback={promises}>
                {section('More coaches', promises)}
              </WithCoach>
            </>
          ) : (
            onlyOthers(promises)
          )}
        </div>
      </div>
    );
  }

  const handle: RouteHandle<{ services?: Service[] }> = {
    query: [],
    menu: { group: 'Games', label: name, icon: icon(id) },
    sitemap: [paths.game(id)],
    head: createHead(id, name),
  };

  return {
    Component: GamePage,
    handle,
    loader: () => {
      const directory = getDirectory(shell, `game=${id}`);
      const coaches = directory.then((page) => othersIn(page, hasCoach ? featured : undefined));
      const optional = (readFeatured?: () => Promise<Coach | null>) => ({
        canApply: directory.then(canApply).catch(() => false),
        coachedGames: directory
          .then((page) => findCoachedGames(shell, page, readFeatured))
          .catch(() => []),
      });
      if (!hasCoach) return load(shell, { coaches, ...optional() });
      const coach = getCoach(shell.api, featured);
      return load(shell, {
        coach,
        services: getServices(shell.api, featured),
        rating: getRating(shell.api, featured, coach).catch(() => null), // optional
        coaches: withoutFailure(coaches, coach),
        ...optional(() => coach),
        renderer: markdownReady(),
      });
    },
    HydrateFallback: () => <GameFallback headline={title} />,
  };
}

/** Leaves other coaches out after a failure, unless there is no featured coach: the game may have some. */
const withoutFailure = (coaches: Promise<ListedCoach[] | null>, coach: Promise<Coach | null>) =>
  coaches.catch(async (error: unknown) => {
    const isFeatured = await coach.then(Boolean, () => true); // the card shows its failure
    if (isFeatured) return [];
    throw error;
  });

interface WithCoachProps extends Pick<Data, 'coach'> {
  fallback: ReactNode;
  children: ReactNode;
}

const WithCoach = ({ coach, fallback, children }: WithCoachProps) => (
  <Suspense>
    <Await resolve={coach} errorElement={children}>
      {(coach: Coach | null) => (coach ? children : fallback)}
    </Await>
  </Suspense>
);

/** Price, Book Now and guarantee, left out without a coach. */
const Deal = ({ coach, services }: Pick<Data, 'coach' | 'services'>) => (
  <Suspense fallback={<Offer services={services} />}>
    <Await resolve={coach} errorElement={<Offer services={services} />}>
      {(coach: Coach | null) => coach && <Offer services={services} />}
    </Await>
  </Suspense>
);

const Offer = ({ services }: Pick<Data, 'services'>) => (
  <div className={styles.deal}>
    <div className={styles.offer}>
      <Suspense fallback={<PriceSkeleton />}>
        <Await
          resolve={services}
          errorElement={<p className={styles.pending}>See prices on the booking page</p>}
        >
          {(services: Service[]) => <PriceLine services={services} />}
        </Await>
      </Suspense>
      <LinkButton as={Link} to={paths.booking(featuredCoach(useShell().site))}>
        Book Now <Icon path={arrowRight} />
      </LinkButton>
    </div>
    <GuaranteeLine />
  </div>
);

const GameFallback = ({ headline }: { headline: ReactNode }) => (
  <div className={styles.page}>
    <h1>{headline}</h1>
    <p role="status">Loading...</p>
  </div>
);
