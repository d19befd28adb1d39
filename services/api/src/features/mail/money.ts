import type { bookings } from '../../core/db/schema';

export const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

type Paid = Pick<typeof bookings.$inferSelect, 'amountCents' | 'refundedCents'>;

/** What goes back of a payment, in words to the student and to the coach; what went back before is not promised again. */
export function moneyBack({ amountCents, refundedCents }: Paid): {
  student: string;
  coach: string;
} {
  const amount = dollars(amountCents);
  if (refundedCents <= 0)
    return {
      student: `You get your payment of ${amount} back in full; banks take up to ten days to show it.`,
      coach: `The payment of ${amount} goes back to the student in full.`,
    };
  const rest = dollars(Math.max(0, amountCents - refundedCents));
  const before = `${dollars(refundedCents)} went back before`;
  return {
    student: `You get the remaining ${rest} of your payment of ${amount} back (${before}); banks take up to ten days to show it.`,
    coach: `The remaining ${rest} of the payment of ${amount} goes back to the student (${before}).`,
  };
}
