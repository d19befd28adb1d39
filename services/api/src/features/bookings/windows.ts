import type { bookings } from '../../core/db/schema';
import { getSuggestionNotice } from '../coaches/slots';

type Booking = typeof bookings.$inferSelect;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Refunds on request, and payouts after them. Texts of the site name it, too. */
export const GUARANTEE_HOURS = 48;
export const GUARANTEE_MS = GUARANTEE_HOURS * HOUR_MS;
/** A session left open is completed this long after its end. */
export const COMPLETED_AFTER_MS = 24 * HOUR_MS;
/** Same for orders without a fixed time. */
export const OPEN_ORDER_MS = 30 * 24 * HOUR_MS;

type Timed = Pick<
  Booking,
  'startsAt' | 'endsAt' | 'durationMinutes' | 'paidAt' | 'completedAt' | 'deliveredAt' | 'status'
>;

/** End of the booked time; null if only the coach knows. */
function bookedEnd({ startsAt, endsAt, durationMinutes }: Timed): Date | null {
  if (!startsAt || !endsAt) return null;
  const end = new Date(startsAt.getTime() + durationMinutes * MINUTE_MS);
  return end > endsAt ? null : end;
}

/** Times of completion and delivery. A confirmed booking keeps those from before it was reopened, only for Undo. */
export const keepCompletion = ({ status, completedAt, deliveredAt }: Timed) =>
  status === 'confirmed' ? { completedAt: null, deliveredAt: null } : { completedAt, deliveredAt };

export function completesAt(booking: Timed): Date | null {
  const end = bookedEnd(booking);
  if (end) return new Date(end.getTime() + COMPLETED_AFTER_MS);
  const from = booking.startsAt ?? booking.paidAt;
  return from && new Date(from.getTime() + OPEN_ORDER_MS);
}

/** End of the guarantee, counted from the session, or its completion or delivery if later. An open past session has it until completed. */
export function guaranteeUntil(booking: Timed, now: Date): Date | null {
  const { startsAt, durationMinutes, deliveredAt, status } = booking;
  const completedAt = deliveredAt ?? booking.completedAt;
  if (status === 'confirmed') {
    const [end, completes] = [bookedEnd(booking), completesAt(booking)];
    return end && completes && end <= now ? new Date(completes.getTime() + GUARANTEE_MS) : null;
  }
  const end = startsAt ? startsAt.getTime() + durationMinutes * MINUTE_MS : 0;
  return completedAt && new Date(Math.max(end, completedAt.getTime()) + GUARANTEE_MS);
}

type Cancellable = Timed & Pick<Booking, 'cancelUntil'>;

/** Time until which the student can cancel for a full refund, or null. If the coach is locked: the start, or the automatic completion. */
export function cancellableUntil(booking: Cancellable, isCoachActive: boolean): Date | null {
  if (isCoachActive) return booking.cancelUntil;
  return booking.startsAt ?? (keepCompletion(booking).deliveredAt ? null : completesAt(booking));
}

interface Moment {
  now: Date;
  isCoachActive: boolean;
}

export function windows(
  booking: Cancellable & Pick<Booking, 'refund'>,
  { now, isCoachActive }: Moment,
) {
  const isOpen = booking.status === 'confirmed';
  return {
    cancel_until: (isOpen && cancellableUntil(booking, isCoachActive)?.toISOString()) || null,
    refund_from: (isOpen && (bookedEnd(booking) ?? completesAt(booking))?.toISOString()) || null,
    move_until: (isOpen && isCoachActive && booking.cancelUntil?.toISOString()) || null,
    refund_until:
      ((booking.status === 'completed' || booking.status === 'confirmed') &&
        booking.refund === 'none' &&
        guaranteeUntil(booking, now)?.toISOString()) ||
      null,
  };
}

export interface Suggestion {
  start: Date;
  until: Date;
}

/** Returns the start that a coach suggested and its deadline; null after it. The start may be taken meanwhile. */
export function findSuggestion(
  { status, startsAt, suggestedStart }: Pick<Booking, 'status' | 'startsAt' | 'suggestedStart'>,
  { now, noticeMinutes }: { now: Date; noticeMinutes: number },
): Suggestion | null {
  if (status !== 'confirmed' || !startsAt || !suggestedStart) return null;
  const noticeStart = suggestedStart.getTime() - getSuggestionNotice(noticeMinutes) * MINUTE_MS;
  const until = new Date(Math.min(startsAt.getTime(), noticeStart));
  return now < until ? { start: suggestedStart, until } : null;
}
