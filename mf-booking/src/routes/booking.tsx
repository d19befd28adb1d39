import {
  assetPath,
  DeferUntilPaint,
  FailureReference,
  load,
  Retry,
  type RouteHandle,
  SettingLink,
  type ShellApi,
} from '@carry/remote-kit';
import type { Service } from '@carry/remote-kit/api';
import type { PicturedCoach } from '@carry/remote-kit/own-answers';
import { featuredCoach, paths } from '@carry/remote-kit/paths';
import { LinkButton, State } from '@carry/ui';
import { markdownReady } from '@carry/ui/lazy-markdown';
import { type ReactNode, Suspense } from 'react';
import { Await, Link, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router-dom';
import empty from '../art/empty.svg';
import broken from '../art/error.svg';
import styles from '../booking/booking.module.css';
import { BookingForm } from '../booking/booking-form';
import { OrderSkeleton } from '../booking/form-skeleton';
import { getCoach, getServices } from '../coach/api';
import { createHead } from '../coach/coach-head';
import { CoachHeader } from '../coach/coach-header';
import { CoachSkeleton } from '../coach/coach-skeleton';
import { readAhead } from '../coach/read-ahead';
import { getReviewsForPage, type Reviews } from '../reviews/api';
import { Rating } from '../reviews/rating-line';
import { ReviewCarousel } from '../reviews/review-carousel';
import { ReviewsSkeleton } from '../reviews/reviews-skeleton';
import { type LoadedReviews, useReviews } from '../reviews/use-reviews';
import type { Slots } from '../slots/availability';
import { getWeek } from '../slots/week';
import page from './page.module.css';

interface Data {
  coach: PicturedCoach | null;
  services: Service[];
  reviews: Reviews | null;
  /** Null on pages that the browser renders. */
  week: Slots | null;
}
type Loading<T> = { [K in keyof T]: T[K] | Promise<T[K]> };

export function route(shell: ShellApi) {
  const reads = readAhead((coachId) => ({
    coach: getCoach(shell.api, coachId),
    services: getServices(shell.api, coachId),
    reviews: getReviewsForPage(shell, coachId),
    renderer: markdownReady(),
  }));
  const loader = ({ params: { coachId = '' } }: LoaderFunctionArgs) =>
    load(shell, { ...reads.consume(coachId), week: getWeek(shell, coachId) });
  const warm: RouteHandle['warm'] = ({ coachId = '' }) => reads.start(coachId);
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
        {(coach: PicturedCoach | null) =>
          coach ? <CoachPage {...{ coachId, coach, services, reviews, week }} /> : <NoCoach />
        }
      </Await>
    </Suspense>
  );
}

interface CoachPageProps {
  coachId: string;
  coach: PicturedCoach;
  services: Loading<Data>['services'];
  reviews: Loading<Data>['reviews'];
  week: Slots | null;
}

/** Profile and reviews render as soon as they load, before the services. */
function CoachPage({ coachId, coach, services, reviews: loaded, week }: CoachPageProps) {
  const reviews = useReviews(coachId, loaded);
  return (
    <div className={styles.page}>
      <div className={`${styles.main} ${styles.coach}`}>
        <CoachHeader coach={coach} reviews={reviews} />
        <div>
          {reviews === null ? (
            <ReviewsSkeleton />
          ) : (
            <ReviewSection {...{ coachId, coach, reviews }} />
          )}
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
                  signIn={coach.sign_in ?? NONE}
                  week={week}
                />
              </DeferUntilPaint>
            )
          }
        </Await>
      </Suspense>
    </div>
  );
}

interface ReviewSectionProps {
  coachId: string;
  coach: PicturedCoach;
  reviews: LoadedReviews;
}

const ReviewSection = ({ coachId, coach, reviews }: ReviewSectionProps) => (
  <Suspense fallback={<ReviewsSkeleton />}>
    <Await resolve={reviews} errorElement={<Unavailable what="the reviews" />}>
      {(all: Reviews) => (
        <DeferUntilPaint data={reviews}>
          <ReviewCarousel coachId={coachId} coach={coach} reviews={all} />
        </DeferUntilPaint>
      )}
    </Await>
  </Suspense>
);

const NONE: readonly string[] = [];

const alone = (words: ReactNode) => <div className={styles.main}>{words}</div>;

const PageLoading = () => (
  <div className={styles.page}>
    <div className={`${styles.main} ${styles.coach}`}>
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

function NoServices({ coachName }: { coachName: string }) {
  return (
    <section className={styles.nothing} aria-labelledby="booking-title">
      <h2 id="booking-title">Book a session</h2>
      <p>
        <bdi>{coachName}</bdi> isn't taking bookings right now. Ask on the{' '}
        <SettingLink name="discordInviteUrl">Discord server</SettingLink>, or find another coach.
      </p>
      <LinkButton as={Link} to={paths.home}>
        Find a coach
      </LinkButton>
    </section>
  );
}

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

const handle: RouteHandle<Data> = {
  query: ['clip'],
  sitemap: [paths.booking(featuredCoach({ settings: {} }))], // for an API without a sitemap
  frames: ({ data }) => (data?.coach?.clip ? [new URL(data.coach.clip.player).origin] : []),
  framesOnDemand: true,
  status: ({ data }) => (data && data.coach === null ? 404 : 200),
  head: createHead,
};
