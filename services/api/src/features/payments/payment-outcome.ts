import type { bookings } from '../../core/db/schema';

const RETURNED = {
  none: '',
  due: "You'll get a full refund.",
  begun: "You'll get a full refund.",
  returned: 'Your payment was refunded in full.',
  failed: "We couldn't refund your payment yet. We're looking into it and will email you.",
};

export const refundNotice = ({
  status,
  refund,
}: Pick<typeof bookings.$inferSelect, 'status' | 'refund'>): string | undefined =>
  status === 'completed' && refund !== 'none' ? RETURNED[refund] : undefined;

export function explainUnbooked({
  status,
  startsAt,
  refund,
  paidCents,
}: Pick<typeof bookings.$inferSelect, 'status' | 'startsAt' | 'refund' | 'paidCents'>):
  | string
  | null {
  const returned = RETURNED[refund];
  const kind = startsAt ? 'session' : 'order';
  if (status === 'cancelled')
    return refund === 'none'
      ? `This ${kind} was cancelled.`
      : `This ${kind} was cancelled. ${returned}`;
  if (status === 'completed') return null;
  if (refund !== 'none')
    return paidCents === null
      ? `Your payment came in, but this ${kind} can't be booked anymore. ${returned}`
      : `Your payment didn't match the price. ${returned}`;
  return status === 'expired' ? "This booking wasn't paid in time." : null;
}
