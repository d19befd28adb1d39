import type { CoachBooking } from '@carry/remote-kit/api';
import { getStart } from './describe';

export const STATUS_FILTERS = ['all', 'confirmed', 'cancelled', 'completed'] as const;
export const DATE_FILTERS = ['all', 'today', 'next-7-days'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];
export type DateFilter = (typeof DATE_FILTERS)[number];

export interface Filters {
  status: StatusFilter;
  date: DateFilter;
}

const pickOption = <T extends string>(values: readonly T[], value: string | null): T =>
  values.find((option) => option === value) ?? (values[0] as T);

/** Returns the filters of a query; unknown values count as absent. */
export const readFilters = (search: URLSearchParams): Filters => ({
  status: pickOption(STATUS_FILTERS, search.get('status')),
  date: pickOption(DATE_FILTERS, search.get('date')),
});

export const isUnfiltered = ({ status, date }: Filters) => status === 'all' && date === 'all';

/** Times in ms since the epoch; the end is exclusive. */
export interface DateRange {
  start: number;
  end: number;
}

/** Returns the local days that a filter selects, or null for all. */
export function dateRange(date: DateFilter, now: Date): DateRange | null {
  const midnight = (offset: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset).getTime();
  if (date === 'all') return null;
  return { start: midnight(0), end: midnight(date === 'today' ? 1 : 7) };
}

export function matches(
  booking: CoachBooking,
  status: StatusFilter,
  range: DateRange | null,
): boolean {
  const start = getStart(booking);
  const inRange = !range || (start !== null && start >= range.start && start < range.end);
  return inRange && (status === 'all' || booking.status === status);
}
