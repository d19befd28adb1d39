import type { CoachBooking } from '@carry/remote-kit/api';
import { getStart } from './describe';

export const STATUS_FILTERS = ['all', 'confirmed', 'cancelled', 'completed'] as const;
export const DATE_FILTERS = ['all', 'today', 'next-7-days'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];
export type DateFilter = (typeof DATE_FILTERS)[number];

/** Returns the matching bookings by session time, unscheduled ones last. */
export function filterBookings(
  bookings: CoachBooking[],
  status: StatusFilter,
  date: DateFilter,
  now: Date,
): CoachBooking[] {
  const midnight = (offset: number) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + offset).getTime();
  const end = date === 'today' ? midnight(1) : midnight(7);
  const inTime = (booking: CoachBooking) => {
    const start = getStart(booking);
    return date === 'all' || (start !== null && start >= midnight(0) && start < end);
  };
  return bookings
    .filter((booking) => (status === 'all' || booking.status === status) && inTime(booking))
    .sort(
      (a, b) =>
        (getStart(a) ?? Number.POSITIVE_INFINITY) - (getStart(b) ?? Number.POSITIVE_INFINITY),
    );
}
