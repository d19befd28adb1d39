import type { bookings } from '../../core/db/schema';

type Booking = typeof bookings.$inferSelect;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const GUARANTEE_MS = 48 * HOUR_MS;
/** So long after its end a session that its coach left open is set to completed. */
export const COMPLETED_AFTER_MS = 24 * HOUR_MS;
/** The same of what has no set time, or goes on at times that student and coach agree on. */
export const OPEN_ORDER_MS = 30 * 24 * HOUR_MS;

type Timed = Pick<
  Booking,
  'startsAt' | 'endsAt' | 'durationMinutes' | 'paidAt' | 'completedAt' | 'status'
>;

/** When a session is over by its booked time; null where only its coach knows. */
function bookedEnd({ startsAt, endsAt, durationMinutes }: Timed): Date | null {
  if (!startsAt || !endsAt) return null;
  const end = new Date(startsAt.getTime() + durationMinutes * MINUTE_MS);
  return end > endsAt ? null : end;
}

/** When a confirmed booking that its coach does not set to completed is completed by itself. */
export function completesAt(booking: Timed): Date | null {
  const end = bookedEnd(booking);
  if (end) return new Date(end.getTime() + COMPLETED_AFTER_MS);
  const from = booking.startsAt ?? booking.paidAt;
  return from && new Date(from.getTime() + OPEN_ORDER_MS);
}

/**
 * Until when the guarantee holds: 48 hours from the end of a session, or from when it was set to completed if that was
 * later. A session that is over and not set to completed has it, too, at least until it is completed by itself.
 */
export function guaranteeUntil(booking: Timed, now: Date): Date | null {
  const { startsAt, durationMinutes, completedAt, status } = booking;
  if (status === 'confirmed') {
    const [end, completes] = [bookedEnd(booking), completesAt(booking)];
    return end && completes && end <= now ? new Date(completes.getTime() + GUARANTEE_MS) : null;
  }
  const end = startsAt ? startsAt.getTime() + durationMinutes * MINUTE_MS : 0;
  return completedAt && new Date(Math.max(end, completedAt.getTime()) + GUARANTEE_MS);
}

/** Until when the student may do what about a booking, for lists; null: not at all. */
export function windows(booking: Booking, now: Date) {
  const changeable = (booking.status === 'confirmed' && booking.cancelUntil?.toISOString()) || null;
  return {
    cancel_until: changeable,
    move_until: changeable,
    refund_until:
      ((booking.status === 'completed' || booking.status === 'confirmed') &&
        booking.refund === 'none' &&
        guaranteeUntil(booking, now)?.toISOString()) ||
      null,
  };
}
