import type { RouteHandle, ShellApi } from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import { Suspense } from 'react';
import { Await, useLoaderData } from 'react-router-dom';
import { BookingList } from '../bookings/booking-list';
import { BookingsFailed, bookingsLoader } from '../bookings/bookings-data';
import { BookingsSkeleton } from '../bookings/bookings-skeleton';
import { CoachFrame } from '../own/coach-frame';

export function route(shell: ShellApi) {
  return {
    loader: bookingsLoader(shell),
    Component: CoachDashboard,
    HydrateFallback: () => (
      <Frame>
        <BookingsSkeleton />
      </Frame>
    ),
    handle,
  };
}

const Frame = ({ children }: { children: React.ReactNode }) => (
  <CoachFrame title="Coach Dashboard">{children}</CoachFrame>
);

function CoachDashboard() {
  const { bookings } = useLoaderData() as { bookings: Promise<CoachBooking[]> };
  return (
    <Frame>
      <Suspense fallback={<BookingsSkeleton />}>
        <Await resolve={bookings} errorElement={<BookingsFailed />}>
          {(bookings: CoachBooking[]) => <BookingList bookings={bookings} />}
        </Await>
      </Suspense>
    </Frame>
  );
}

const handle: RouteHandle = {
  private: true,
  query: ['status', 'date'],
  head: ({ site }) => ({ title: `Coach Dashboard | ${site.name}`, noindex: true }),
};
