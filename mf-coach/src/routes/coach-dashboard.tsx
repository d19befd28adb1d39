import { load, type RouteHandle, type ShellApi, shouldReloadMonths } from '@carry/remote-kit';
import type { Checklist as ChecklistData } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { Banner } from '@carry/ui';
import { Suspense } from 'react';
import { Await, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router-dom';
import { BookingList } from '../bookings/booking-list';
import { BookingsFailed } from '../bookings/bookings-data';
import { BookingsSkeleton } from '../bookings/bookings-skeleton';
import { type Bookings, readBookings } from '../bookings/read-bookings';
import styles from '../calendar/calendar.module.css';
import { getChecklist } from '../checklist/api';
import { Checklist, PublicPage } from '../checklist/checklist';
import { CoachFrame } from '../own/coach-frame';
import { createSessionGuard } from '../own/session';

const OFFER = { path: paths.coachDashboard, title: 'to your bookings' };

export function route(shell: ShellApi) {
  const guard = createSessionGuard(shell);
  return {
    loader: ({ request }: LoaderFunctionArgs) => {
      const { searchParams } = new URL(request.url);
      return load(shell, { data: guard(OFFER, () => readAll(shell, searchParams)) });
    },
    shouldRevalidate: shouldReloadMonths,
    Component: CoachDashboard,
    HydrateFallback: () => (
      <Frame>
        <BookingsSkeleton />
      </Frame>
    ),
    handle,
  };
}

interface Data {
  bookings: Bookings;
  /** Null if it could not be read. */
  checklist: ChecklistData | null;
}

/** Both at once, so that the list does not move. */
async function readAll(shell: ShellApi, search: URLSearchParams): Promise<Data> {
  const { user } = shell.auth.store.getState();
  const isStudent = user !== null && !user.is_coach;
  const checklist = isStudent ? null : getChecklist(shell.api).catch(() => null);
  return { bookings: await readBookings(shell, search), checklist: await checklist };
}

const Frame = ({ children }: { children: React.ReactNode }) => (
  <CoachFrame title="Coach Dashboard">{children}</CoachFrame>
);

/** Shown while the coach's own calendar cannot be read. */
const CalendarProblem = ({ problem }: { problem: string }) => (
  <Banner tone="danger" className={styles.problem}>
    <p>
      There's a problem with your calendar, so some events may not block times. {problem}{' '}
      <Link to={paths.coachAvailability}>Check your calendar</Link>
    </p>
  </Banner>
);

function CoachDashboard() {
  const { data } = useLoaderData() as { data: Promise<Data> };
  return (
    <Frame>
      <Suspense fallback={<BookingsSkeleton />}>
        <Await resolve={data} errorElement={<BookingsFailed />}>
          {({ bookings, checklist }: Data) => (
            <>
              {checklist?.calendar_problem && (
                <CalendarProblem problem={checklist.calendar_problem} />
              )}
              {checklist && <Checklist data={checklist} />}
              <BookingList bookings={bookings} />
              {checklist && <PublicPage path={checklist.public_page} />}
            </>
          )}
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
