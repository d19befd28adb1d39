import type { bookings } from '../../core/db/schema';

const RETURNED = {
  none: '',
  due: "You'll get your payment back in full.",
  begun: "You'll get your payment back in full.",
  returned: 'Your payment was refunded in full.',
  failed: "We couldn't refund your payment yet. We're looking into it and will email you.",
};

/** Describes the refund of a completed session; undefined without one. */
export const refundNotice = ({
  status,
  refund,
}: Pick<typeof bookings.$inferSelect, 'status' | 'refund'>): string | undefined =>
  status === 'completed' && refund !== 'none' ? RETURNED[refund] : undefined;

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
      ? `Your payment came in after the time was gone. ${returned}`
      : `Your payment didn't match the price. ${returned}`;
  return status === 'expired' ? "This booking wasn't paid in time." : null;
}
