import { isSamePage, load, type RouteHandle, type ShellApi } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Suspense } from 'react';
import {
  Await,
  type LoaderFunctionArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from 'react-router-dom';
import { BookingList } from '../bookings/booking-list';
import { BookingsFailed } from '../bookings/bookings-data';
import { BookingsSkeleton } from '../bookings/bookings-skeleton';
import { type Bookings, readBookings } from '../bookings/read-bookings';
import { CoachFrame } from '../own/coach-frame';

export function route(shell: ShellApi) {
  return {
    loader: ({ request }: LoaderFunctionArgs) => {
      if (shell.auth.store.getState().status === 'signed-out') throw redirect(paths.login);
      return load(shell, { bookings: readBookings(shell, new URL(request.url).searchParams) });
    },
    shouldRevalidate: ({
      currentUrl,
      nextUrl,
      defaultShouldRevalidate,
    }: ShouldRevalidateFunctionArgs) => defaultShouldRevalidate && !isSamePage(currentUrl, nextUrl),
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
  const { bookings } = useLoaderData() as { bookings: Promise<Bookings> };
  return (
    <Frame>
      <Suspense fallback={<BookingsSkeleton />}>
        <Await resolve={bookings} errorElement={<BookingsFailed />}>
          {(bookings: Bookings) => <BookingList bookings={bookings} />}
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
