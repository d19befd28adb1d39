import { formatDollars } from '@carry/contracts/format';
import type { BookingPage } from '@carry/contracts/own-answers';
import { formatInstant } from './session-time';

const words: Record<string, string> = {
  booked: 'Booked and paid',
  cancelled: 'Cancelled',
  reopened: 'Confirmed again',
  completed: 'Completed',
  delivered: 'Result delivered',
  refunding: 'Refund started',
  refunded: 'Refunded',
  declined: 'Suggested time declined',
  withdrawn: 'Suggested time withdrawn',
  reviewed: 'Reviewed',
};

/** Describes an entry of a booking's history; null for one that this release does not know. */
export function describeHistory(
  { what, from, to, amount = 0 }: BookingPage['history'][number],
  zone: string,
): string | null {
  if (what === 'part_refunded') return `${formatDollars(amount)} refunded`;
  if (what === 'refund_reversed') return `Refund of ${formatDollars(amount)} reversed`;
  const time = (moment: string) => formatInstant(Date.parse(moment), zone);
  if (what === 'suggested')
    return to ? `Coach suggested ${time(to)}` : 'Coach suggested another time';
  if (what !== 'moved') return words[what] ?? null;
  return from && to ? `Moved from ${time(from)} to ${time(to)}` : 'Moved';
}
