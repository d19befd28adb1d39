import type { bookings } from '../db/schema';

type Booking = typeof bookings.$inferSelect;

const MINUTE_MS = 60_000;
const GUARANTEE_MS = 48 * 60 * MINUTE_MS;

/** Until when the guarantee holds: 48 hours from the end of a session, or from when it was set to completed if that was later. */
export function guaranteeUntil({ startsAt, durationMinutes, completedAt }: Booking): Date | null {
  const end = startsAt ? startsAt.getTime() + durationMinutes * MINUTE_MS : 0;
  return completedAt && new Date(Math.max(end, completedAt.getTime()) + GUARANTEE_MS);
}

/** Until when the student may do what about a booking, for lists; null: not at all. */
export function windows(booking: Booking) {
  const changeable = (booking.status === 'confirmed' && booking.cancelUntil?.toISOString()) || null;
  return {
    cancel_until: changeable,
    move_until: changeable,
    refund_until:
      (booking.status === 'completed' &&
        booking.refund === 'none' &&
        guaranteeUntil(booking)?.toISOString()) ||
      null,
  };
}
