import type { CoachBooking } from 'contracts/api';
import { paths } from 'contracts/paths';
import { load } from 'contracts/remote';
import { isApiError, type RouteHandle, type ShellApi } from 'contracts/shell';
import { Suspense } from 'react';
import { Await, Link, Navigate, redirect, useAsyncError, useLoaderData, useParams } from 'react-router-dom';
import { Banner, Skeleton } from 'shared-ui';
import { getBookings } from '../bookings/api';
import { BookingDetail } from '../bookings/booking-detail';
import styles from '../bookings/bookings.module.css';

/** One booking, found by its id in the coach's list. */
export function coachBookingRoute(shell: ShellApi) {
  const loader = () => {
    if (shell.auth.store.getState().status === 'signed-out') throw redirect(paths.login);
    return load(shell, { bookings: getBookings(shell.api) });
  };
  return { loader, Component: CoachBookingPage, HydrateFallback: () => <Frame>{loading}</Frame>, handle };
}

const loading = (
  <>
    <p role="status">Loading bookings...</p>
    <Skeleton size="panel" />
  </>
);

const Frame = ({ children }: { children: React.ReactNode }) => (
  <div className={styles.page}>
    <p>
      <Link to={paths.coachDashboard}>← Coach Dashboard</Link>
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
      <Suspense key={bookingId} fallback={loading}>
        <Await resolve={bookings} errorElement={<Failed />}>
          {(bookings: CoachBooking[]) => {
            const booking = bookings.find(({ id }) => String(id) === bookingId);
            return booking ? <BookingDetail booking={booking} /> : <p role="alert">Booking not found.</p>;
          }}
        </Await>
      </Suspense>
    </Frame>
  );
}

function Failed() {
  const error = useAsyncError();
  if (isApiError(error) && error.status === 401) return <Navigate to={paths.login} replace />;
  return (
    <Banner tone="danger" role="alert">
      <p>Unable to load bookings.</p>
    </Banner>
  );
}

const handle: RouteHandle = { head: ({ site }) => ({ title: `Booking | ${site.name}`, noindex: true }) };
