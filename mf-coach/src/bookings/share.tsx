import { formatInstant } from '@carry/remote-kit';
import { formatDollars } from '@carry/remote-kit/format';
import type { BookingShare } from '@carry/remote-kit/own-answers';
import { Card } from '@carry/ui';
import styles from './bookings.module.css';

const reasons: Record<string, string> = {
  session: 'after the session',
  refund: 'a refund is open',
  incident: 'we are checking the payment',
  account: "your payout account isn't ready yet",
  by_hand: "we'll pay you directly",
  transfer: 'on its way to you',
};

function explainPending({ pending, waits }: BookingShare, zone: string): string | undefined {
  if (pending < 0)
    return waits?.because === 'reversal'
      ? "we're taking it back at Stripe"
      : 'we paid you too much';
  if (waits?.until) return `from ${formatInstant(Date.parse(waits.until), zone)}`;
  return reasons[waits?.because ?? ''];
}

function describePending(share: BookingShare, zone: string): string {
  const amount = formatDollars(share.pending);
  const reason = explainPending(share, zone);
  return reason ? `${amount}, ${reason}` : amount;
}

export const Share = ({ share, zone }: { share: BookingShare; zone: string }) => (
  <Card>
    <h2>Your share</h2>
    <dl className={styles.facts}>
      <dt>Paid</dt>
      <dd>{formatDollars(share.paid)}</dd>
      <dt>Commission</dt>
      <dd>{formatDollars(share.commission)}</dd>
      <dt>Refunded</dt>
      <dd>{formatDollars(share.refunded)}</dd>
      <dt>Paid out</dt>
      <dd>{formatDollars(share.paid_out)}</dd>
      <dt>Pending</dt>
      <dd>{describePending(share, zone)}</dd>
    </dl>
  </Card>
);
