import {
  getHeldMinutes,
  type Page,
  readOpenMonths,
  readPages,
  readTimeline,
  type ShellApi,
  type Timeline,
} from '@carry/remote-kit';
import type { CoachBooking } from '@carry/remote-kit/api';
import { PAGE_ROWS } from '@carry/remote-kit/limits';
import { getBookingPage } from './api';
import { findNextSession, getStart } from './describe';
import { dateRange, isUnfiltered, matches, readFilters } from './filter';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

export interface Bookings {
  timeline: Timeline<CoachBooking>;
  coming: readonly CoachBooking[];
}

const getSortStart = (booking: CoachBooking) => getStart(booking) ?? Number.POSITIVE_INFINITY;
export const byStart = (a: CoachBooking, b: CoachBooking) => getSortStart(a) - getSortStart(b) || 0;
const isUpcoming = (booking: CoachBooking, now: number) =>
  booking.status === 'confirmed' &&
  getSortStart(booking) + getHeldMinutes(booking) * MINUTE_MS > now;
const iso = (time: number) => encodeURIComponent(new Date(time).toISOString());

export async function readBookings(
  { api, now: clock }: Pick<ShellApi, 'api' | 'now'>,
  search: URLSearchParams,
): Promise<Bookings> {
  const filters = readFilters(search);
  const now = clock();
  const range = dateRange(filters.date, new Date(now));
  const read = (query: string) => getBookingPage(api, query);
  const keep = (booking: CoachBooking) => matches(booking, filters.status, range);
  const status = filters.status === 'all' ? undefined : filters.status;
  const timeline = range
    ? readPages({
        query: `${status ? `status=${status}&` : ''}from=${iso(range.start)}&to=${iso(range.end)}&limit=${PAGE_ROWS}`,
        read,
        whole: (rows) => rows.filter(keep).sort(byStart),
        size: PAGE_ROWS,
      }).then(asTimeline)
    : readTimeline({
        read,
        filter: { status, keep },
        startOf: getSortStart,
        isPast: (booking) => !isUpcoming(booking, now),
        now,
        size: PAGE_ROWS,
        order: 'asc',
        open: readOpenMonths(search) ?? [],
      }).then(readOpenMonths(search) ? (timeline) => timeline : openLatest);
  if (isUnfiltered(filters)) return timeline.then(withComing);
  const next = readPages({
    query: `status=confirmed&from=${iso(now - DAY_MS)}&order=asc&limit=${PAGE_ROWS}`,
    read,
    whole: (rows) => firstComing(rows, now),
    size: PAGE_ROWS,
    keep: (booking) => isUpcoming(booking, now),
  });
  const [shown, { rows: coming }] = await Promise.all([timeline, next]);
  return { timeline: shown, coming };
}

/** Opens the first month if no session is upcoming. */
async function openLatest(timeline: Timeline<CoachBooking>): Promise<Timeline<CoachBooking>> {
  const [first, ...rest] = timeline.months;
  if (!first || timeline.upcoming.rows.length > 0) return timeline;
  const loaded = await first.load().catch(() => null); // it loads again when it is opened
  return { ...timeline, months: [{ ...first, loaded }, ...rest] };
}

const asTimeline = (upcoming: Page<CoachBooking>): Timeline<CoachBooking> => ({
  whole: null,
  upcoming,
  months: [],
  earlier: null,
});

const withComing = (timeline: Timeline<CoachBooking>): Bookings => ({
  timeline,
  coming: timeline.whole ?? timeline.upcoming.rows,
});

const firstComing = (all: CoachBooking[], now: number) => {
  const next = findNextSession(all, now);
  return next ? [next] : [];
};
