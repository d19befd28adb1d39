import { formatDollars, formatZone, getDateFormat } from '@carry/contracts/format';
import type { bookings } from '../../core/db/schema';

export const dollars = (cents: number) => formatDollars(cents / 100);

type Paid = Pick<typeof bookings.$inferSelect, 'amountCents' | 'paidCents' | 'refundedCents'>;

/** False for a payment of a wrong amount, whose currency the booking does not have. */
export const isInDollars = ({ paidCents }: Pick<Paid, 'paidCents'>): boolean =>
  typeof paidCents !== 'number';

const WHOLE = {
  student: "You'll get all of your payment back. Your bank may take up to ten days to show it.",
  coach: 'The student gets all of the payment back.',
};

/** Describes the refund to student and coach, without earlier partial refunds. `paid` is the state before the refund. */
export function moneyBack(paid: Paid): { student: string; coach: string } {
  if (!isInDollars(paid)) return WHOLE;
  const { amountCents, refundedCents } = paid;
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

/** Local date and time, such as "Thursday 26 November 2026, 15:00 (Europe/Berlin, GMT+1)". */
export function when(moment: Date, zone: string | null): string {
  const timeZone = zone ?? 'UTC';
  const inZone = (options: Intl.DateTimeFormatOptions) =>
    getDateFormat({ timeZone, ...options }, 'en-GB');
  const day = inZone({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const time = inZone({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const offset = inZone({ timeZoneName: 'shortOffset' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const label =
    offset === timeZone || timeZone === 'UTC' ? 'UTC' : `${formatZone(timeZone)}, ${offset}`;
  return `${day.format(moment).replace(',', '')}, ${time.format(moment)} (${label})`;
}
