import {
  ABOVE_THE_FOLD_END,
  assetPath,
  DeferUntilPaint,
  FailureReference,
  load,
  Retry,
  type RouteHandle,
  type ShellApi,
} from '@carry/remote-kit';
import type { Coach, Review, Service } from '@carry/remote-kit/api';
import { FEATURED_COACH_ID, isId, paths } from '@carry/remote-kit/paths';
import { LinkButton, State } from '@carry/ui';
import { markdownReady } from '@carry/ui/lazy-markdown';
import { type ReactNode, Suspense } from 'react';
import { Await, Link, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router-dom';
import empty from '../art/empty.svg';
import broken from '../art/error.svg';
import { getServices } from '../booking/api';
import styles from '../booking/booking.module.css';
import { BookingForm } from '../booking/booking-form';
import { OrderSkeleton } from '../booking/form-skeleton';
import { NoServices } from '../booking/no-services';
import { getCoach } from '../coach/api';
import { CoachHeader } from '../coach/coach-header';
import { CoachSkeleton } from '../coach/coach-skeleton';
import { readAhead } from '../coach/read-ahead';
import { getReviews } from '../reviews/api';
import { Rating } from '../reviews/rating-line';
import { ReviewCarousel } from '../reviews/review-carousel';
import { ReviewsSkeleton } from '../reviews/reviews-skeleton';
import type { Slots } from '../slots/room';
import { getWeek } from '../slots/week';
import page from './page.module.css';

interface Data {
  coach: Coach | null;
  services: Service[];
  reviews: Review[];
  /** Null on pages that the browser renders. */
  week: Slots | null;
}
type Loading<T> = { [K in keyof T]: T[K] | Promise<T[K]> };

export function route(shell: ShellApi) {
  const reads = readAhead((coachId) => ({
    coach: getCoach(shell.api, coachId),
    services: getServices(shell.api, coachId),
    reviews: getReviews(shell.api, coachId),
    renderer: markdownReady(),
  }));
  const loader = ({ params: { coachId = '' } }: LoaderFunctionArgs) =>
    isId(coachId)
      ? load(shell, { ...reads.consume(coachId), week: getWeek(shell, coachId) })
      : { coach: null, services: [], reviews: [], week: null };
  const warm: RouteHandle['warm'] = ({ coachId = '' }) => isId(coachId) && reads.start(coachId);
  return {
    loader,
    Component: BookingPage,
    HydrateFallback: PageLoading,
    handle: { ...handle, warm },
  };
}

function BookingPage() {
  const { coachId = '' } = useParams();
  const { coach, services, reviews, week } = useLoaderData() as Loading<Data> & Pick<Data, 'week'>;
  return (
    <Suspense key={coachId} fallback={<PageLoading />}>
      <Await
        resolve={coach}
        errorElement={<Unavailable title="Book a session" what="this coach" />}
      >
        {(coach: Coach | null) =>
          coach ? <CoachPage {...{ coachId, coach, services, reviews, week }} /> : <NoCoach />
        }
      </Await>
    </Suspense>
  );
}

interface CoachPageProps {
  coachId: string;
  coach: Coach;
  services: Loading<Data>['services'];
  reviews: Loading<Data>['reviews'];
  week: Slots | null;
}

/** Profile and reviews render as soon as they load, before the services. */
const CoachPage = ({ coachId, coach, services, reviews, week }: CoachPageProps) => (
  <div className={styles.page}>
    <div className={styles.main}>
      <CoachHeader coach={coach} reviews={reviews} />
      <div id={ABOVE_THE_FOLD_END}>
        <Suspense fallback={<ReviewsSkeleton />}>
          <Await resolve={reviews} errorElement={<Unavailable what="the reviews" />}>
            {(all: Review[]) => (
              <DeferUntilPaint data={reviews}>
                <ReviewCarousel coach={coach} reviews={all} />
              </DeferUntilPaint>
            )}
          </Await>
        </Suspense>
      </div>
    </div>
    <Suspense fallback={<OrderSkeleton />}>
      <Await resolve={services} errorElement={alone(<Unavailable what="the services" />)}>
        {(offered: Service[]) =>
          offered.length === 0 ? (
            alone(<NoServices coachName={coach.name} />)
          ) : (
            <DeferUntilPaint data={services}>
              <BookingForm
                coachId={coachId}
                coachName={coach.name}
                coachImage={coach.image_url}
                proof={<Rating coach={coach} reviews={reviews} />}
                cancelHours={coach.cancel_hours}
                services={offered}
                week={week}
              />
            </DeferUntilPaint>
          )
        }
      </Await>
    </Suspense>
  </div>
);

const alone = (words: ReactNode) => <div className={styles.main}>{words}</div>;

const PageLoading = () => (
  <div className={styles.page}>
    <div className={styles.main}>
      <CoachSkeleton />
      <ReviewsSkeleton />
    </div>
    <OrderSkeleton />
  </div>
);

/** `title` renders the h1 if the page has no other. */
const Unavailable = ({ what, title }: { what: string; title?: string }) => (
  <div className={page.wide}>
    <State drawing={assetPath(broken)} role="alert">
      {title && <h1 tabIndex={-1}>{title}</h1>}
      <p>We couldn't load {what}.</p>
      <FailureReference />
      <Retry label="Try again" />
    </State>
  </div>
);

const NoCoach = () => (
  <div className={page.wide}>
    <State drawing={assetPath(empty)}>
      <h1 tabIndex={-1}>Coach not found</h1>
      <p>There is no coach at this address.</p>
      <LinkButton as={Link} to={paths.home}>
        Back to Home
      </LinkButton>
    </State>
  </div>
);

/** The "booking" social picture shows the featured coach. */
const pictureOf = (coachId: string | undefined) =>
  paths.socialPicture(coachId === String(FEATURED_COACH_ID) ? 'booking' : 'home');

const handle: RouteHandle<Data> = {
  query: [],
  sitemap: [paths.booking(FEATURED_COACH_ID)],
  status: ({ data }) => (data && data.coach === null ? 404 : 200),
  head: ({ data, params, site }) => {
    const coach = data?.coach;
    if (!coach)
      return {
        title: `${coach === null ? 'Coach not found' : 'Book a session'} | ${site.name}`,
        noindex: coach === null,
      };
    const url = site.url + paths.booking(params['coachId'] ?? '');
    return {
      title: `Book a session with ${coach.name} | ${site.name}`,
      image: { path: pictureOf(params['coachId']), alt: `Book a session with ${coach.name}` },
      description: `One-on-one esports coaching with ${coach.name}. Pick a service and a time, pay securely, get better.`,
      jsonLd: [
        {
          '@type': 'Service',
          name: `Coaching with ${coach.name}`,
          serviceType: 'Esports coaching',
          areaServed: 'Worldwide',
          url,
          provider: { '@id': `${site.url}/#organization` },
          offers: data.services?.map(({ label, rate }) => ({
            '@type': 'Offer',
            name: label,
            price: rate,
            priceCurrency: 'USD',
          })),
        },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: 'Home', item: `${site.url}/` },
            { '@type': 'ListItem', position: 2, name: coach.name, item: url },
          ],
        },
      ],
    };
  },
};
