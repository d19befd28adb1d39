import { formatDollars } from '@carry/contracts/format';
import type { bookings } from '../../core/db/schema';

export const dollars = (cents: number) => formatDollars(cents / 100);

type Paid = Pick<typeof bookings.$inferSelect, 'amountCents' | 'refundedCents'>;

/** Describes the refund to student and coach, without earlier partial refunds. */
export function moneyBack({ amountCents, refundedCents }: Paid): {
  student: string;
  coach: string;
} {
  const amount = dollars(amountCents);
  if (refundedCents <= 0)
    return {
      student: `You'll get a full refund of ${amount}. Your bank may take up to ten days to show it.`,
      coach: `The student gets a full refund of ${amount}.`,
    };
  const rest = dollars(Math.max(0, amountCents - refundedCents));
  const before = `${dollars(refundedCents)} was refunded before`;
  return {
    student: `You'll get the remaining ${rest} of your payment of ${amount} back (${before}). Your bank may take up to ten days to show it.`,
    coach: `The student gets the remaining ${rest} of the payment of ${amount} back (${before}).`,
  };
}
