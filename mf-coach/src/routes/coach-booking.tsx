import type { RouteHandle, ShellApi } from '@carry/remote-kit';
import { assetPath } from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import { isId, paths } from '@carry/remote-kit/paths';
import { arrowLeft, Icon, State } from '@carry/ui';
import { Suspense } from 'react';
import { Await, Link, type LoaderFunctionArgs, useLoaderData, useParams } from 'react-router-dom';
import missing from '../art/empty.svg';
import { BookingDetail } from '../bookings/booking-detail';
import styles from '../bookings/bookings.module.css';
import { BookingsFailed, bookingsLoader, UNABLE } from '../bookings/bookings-data';
import { DetailSkeleton } from '../bookings/detail-skeleton';

const NOT_FOUND = 'Booking not found.';

/** The API has no call for one booking, so the page finds it in the list. */
export function route(shell: ShellApi) {
  const loadBookings = bookingsLoader(shell);
  return {
    loader: ({ params: { bookingId } }: LoaderFunctionArgs) =>
      isId(bookingId) ? loadBookings() : { bookings: [] },
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
  const { bookings } = useLoaderData() as { bookings: Promise<CoachBooking[]> };
  return (
    <Frame>
      <Suspense key={bookingId} fallback={<DetailSkeleton />}>
        <Await
          resolve={bookings}
          errorElement={<BookingsFailed message={NOT_FOUND} reason={UNABLE} />}
        >
          {(bookings: CoachBooking[]) => {
            const booking = bookings.find(({ id }) => String(id) === bookingId);
            return booking ? (
              <BookingDetail booking={booking} />
            ) : (
              <State drawing={assetPath(missing)} role="alert">
                <p>{NOT_FOUND}</p>
              </State>
            );
          }}
        </Await>
      </Suspense>
    </Frame>
  );
}

const handle: RouteHandle = {
  private: true,
  query: [],
  status: ({ params }) => (isId(params['bookingId']) ? 200 : 404),
  head: ({ site }) => ({ title: `Booking | ${site.name}`, noindex: true }),
};
