import type { bookings } from '../db/schema';

/** Why there is no session for a payment, in words for the student; null when there is one. */
export function whyNot({
  status,
  refund,
}: Pick<typeof bookings.$inferSelect, 'status' | 'refund'>): string | null {
  const returned =
    refund === 'returned'
      ? 'Your payment has been returned in full.'
      : 'Your payment is being returned in full.';
  if (status === 'cancelled')
    return refund === 'none'
      ? 'This session was cancelled.'
      : `This session was cancelled. ${returned}`;
  if (status === 'completed') return null;
  if (refund !== 'none')
    return `Your payment arrived when the time was no longer free. ${returned}`;
  return status === 'expired' ? 'This booking was not paid in time.' : null;
}
