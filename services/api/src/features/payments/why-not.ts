import type { bookings } from '../../core/db/schema';

const RETURNED = {
  none: '',
  due: 'Your payment is being returned in full.',
  begun: 'Your payment is being returned in full.',
  returned: 'Your payment has been returned in full.',
  failed: 'Your payment could not be returned yet. We are looking into it and will write to you.',
};

/** Explains to the student why a payment has no session; null if it has one. */
export function whyNot({
  status,
  refund,
  paidCents,
}: Pick<typeof bookings.$inferSelect, 'status' | 'refund' | 'paidCents'>): string | null {
  const returned = RETURNED[refund];
  if (status === 'cancelled')
    return refund === 'none'
      ? 'This session was cancelled.'
      : `This session was cancelled. ${returned}`;
  if (status === 'completed') return null;
  if (refund !== 'none')
    return paidCents === null
      ? `Your payment arrived when the time was no longer free. ${returned}`
      : `Your payment was not of the price. ${returned}`;
  return status === 'expired' ? 'This booking was not paid in time.' : null;
}
