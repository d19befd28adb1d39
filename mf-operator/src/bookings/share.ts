import { formatDollars } from '@carry/remote-kit/format';
import type { BookingShare } from '@carry/remote-kit/own-answers';
import { formatMoment } from '../console/parts';

const reasons: Record<string, string> = {
  session: 'until the session is over',
  refund: 'a refund is open',
  incident: 'a dispute or failed refund is open',
  locked: 'the coach is locked',
  account: "the payout account isn't ready yet",
  by_hand: 'pay it by hand',
  transfer: 'on its way to the coach',
};

function describePending({ pending, waits }: BookingShare): string {
  const amount = formatDollars(pending);
  if (pending < 0)
    return waits?.because === 'reversal'
      ? `${amount}, we're taking it back at Stripe`
      : `${amount}, paid out too much`;
  if (!waits) return amount;
  if (waits.because === 'guarantee')
    return `${amount}, guarantee until ${formatMoment(waits.until)}`;
  const reason = reasons[waits.because];
  return reason ? `${amount}, ${reason}` : amount;
}

/** Facts of a booking about its money. */
export const describeShare = (share: BookingShare) =>
  [
    ['Commission', formatDollars(share.commission)],
    ['Refunded', formatDollars(share.refunded)],
    ['Paid out', formatDollars(share.paid_out)],
    ['Pending', describePending(share)],
  ] as const;
