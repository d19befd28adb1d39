import type { RouteHandle, ShellApi } from '@carry/remote-kit';
import { assetPath, load } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { arrowLeft, Icon, State } from '@carry/ui';
import { Suspense } from 'react';
import { Await, Link, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router-dom';
import missing from '../art/empty.svg';
import { type FoundBooking, findBooking } from '../bookings/api';
import { BookingDetail } from '../bookings/booking-detail';
import styles from '../bookings/bookings.module.css';
import { BookingsFailed, UNABLE } from '../bookings/bookings-data';
import { DetailSkeleton } from '../bookings/detail-skeleton';
import { createSessionGuard } from '../own/session';

const NOT_FOUND = 'Booking not found.';

export function route(shell: ShellApi) {
  const guard = createSessionGuard(shell, 'return');
  return {
    loader: ({ params: { bookingId = '' } }: LoaderFunctionArgs) => {
      const offer = { path: paths.coachBooking(bookingId), title: `to booking ${bookingId}` };
      return load(shell, { detail: guard(offer, () => findBooking(shell.api, bookingId)) });
    },
    Component: CoachBookingPage,
    HydrateFallback: () => (
      <Frame>
        <DetailSkeleton />
      </Frame>
    ),
    handle,
  };
}

const Frame = ({ children }: { children: React.ReactNode }) => (
  <div className={styles.page}>
    <p>
      <Link to={paths.coachDashboard} className={styles.back}>
        <Icon path={arrowLeft} /> Coach Dashboard
      </Link>
    </p>
    <h1 tabIndex={-1}>Booking</h1>
    {children}
  </div>
);

function CoachBookingPage() {
  const { bookingId } = useParams();
  const { detail } = useLoaderData() as { detail: Promise<FoundBooking | null> };
  return (
    <Frame>
      <Suspense key={bookingId} fallback={<DetailSkeleton />}>
        <Await
          resolve={detail}
          errorElement={<BookingsFailed message={NOT_FOUND} reason={UNABLE} />}
        >
          {(detail: FoundBooking | null) =>
            detail ? (
              <BookingDetail detail={detail} />
            ) : (
              <State drawing={assetPath(missing)} role="alert">
                <p>{NOT_FOUND}</p>
              </State>
            )
          }
        </Await>
      </Suspense>
    </Frame>
  );
}

const handle: RouteHandle = {
  private: true,
  query: [],
  head: ({ site }) => ({ title: `Booking | ${site.name}`, noindex: true }),
};
