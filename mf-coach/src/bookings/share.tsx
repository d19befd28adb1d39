import { formatInstant } from '@carry/remote-kit';
import { formatDollars } from '@carry/remote-kit/format';
import type { BookingShare } from '@carry/remote-kit/own-answers/booking';
import { Card } from '@carry/ui';
import styles from './bookings.module.css';

const reasons: Record<string, string> = {
  session: 'after the session',
  refund: 'a refund is open',
  incident: 'we are checking the payment',
  account: "your payout account isn't ready yet",
  transfer: 'on its way to you',
};

function describePending({ pending, waits }: BookingShare, zone: string): string {
  const reason = waits?.until
    ? `from ${formatInstant(Date.parse(waits.until), zone)}`
    : reasons[waits?.because ?? ''];
  return reason ? `${formatDollars(pending)}, ${reason}` : formatDollars(pending);
}

/** Money of a booking for its coach. */
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
