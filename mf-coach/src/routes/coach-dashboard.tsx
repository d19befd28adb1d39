import type { CoachBooking } from 'contracts/api';
import { paths } from 'contracts/paths';
import { load } from 'contracts/remote';
import { isApiError, type RouteHandle, type ShellApi } from 'contracts/shell';
import { Suspense } from 'react';
import { Await, Navigate, redirect, useAsyncError, useLoaderData } from 'react-router-dom';
import { Banner, Skeleton } from 'shared-ui';
import { getBookings } from '../bookings/api';
import { BookingList } from '../bookings/booking-list';
import styles from '../bookings/bookings.module.css';

/** The coach's bookings. */
export function coachDashboardRoute(shell: ShellApi) {
  const loader = () => {
    if (shell.auth.store.getState().status === 'signed-out') throw redirect(paths.login);
    return load(shell, { bookings: getBookings(shell.api) });
  };
  return { loader, Component: CoachDashboard, HydrateFallback: () => <Frame>{loading}</Frame>, handle };
}

const loading = (
  <>
    <p role="status">Loading bookings...</p>
    <Skeleton size="card" />
    <Skeleton size="card" />
  </>
);

const Frame = ({ children }: { children: React.ReactNode }) => (
  <div className={styles.page}>
    <h1 tabIndex={-1}>Coach Dashboard</h1>
    {children}
  </div>
);

function CoachDashboard() {
  const { bookings } = useLoaderData() as { bookings: Promise<CoachBooking[]> };
  return (
    <Frame>
      <Suspense fallback={loading}>
        <Await resolve={bookings} errorElement={<Failed />}>
          {(bookings: CoachBooking[]) => <BookingList bookings={bookings} />}
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

const handle: RouteHandle = { head: ({ site }) => ({ title: `Coach Dashboard | ${site.name}`, noindex: true }) };
