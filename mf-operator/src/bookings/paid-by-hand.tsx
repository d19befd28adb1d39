import { useShell } from '@carry/remote-kit';
import { formatDollars } from '@carry/remote-kit/format';
import type { BookingShare } from '@carry/remote-kit/own-answers';
import { Card } from '@carry/ui';
import { Link } from 'react-router-dom';
import { ActionButton } from '../console/action-button';
import { Actions, Note } from '../console/parts';
import { consolePaths } from '../console/paths';
import { recordPayout } from './api';
import styles from './bookings.module.css';

/** The API refuses to record a payout then, and the facts of the booking have the reason. */
const REFUSED = ['session', 'refund', 'reversal'];

/** True if a card shows the pending share: there is something to record, now or once its incident is resolved. */
export const isShareShown = ({ pending, waits }: BookingShare) =>
  pending !== 0 && !REFUSED.includes(waits?.because ?? '');

/** Records a payout to the coach that no transfer made, or what the coach paid back after a refund. */
export function PaidByHand({ id, share }: { id: number; share: BookingShare }) {
  const { api } = useShell();
  if (!isShareShown(share)) return null;
  const { pending, waits } = share;
  const because = waits?.because ?? '';
  if (because === 'incident')
    return (
      <Card className={styles.part}>
        <h2>Coach's share</h2>
        <Note>
          A dispute or failed refund is open, so this money may belong to the student. You can
          record a payout once it's marked as done in <Link to={consolePaths.today}>Today</Link>.
        </Note>
      </Card>
    );
  const amount = formatDollars(Math.abs(pending));
  const [button, question] =
    pending > 0
      ? ['Paid another way', `Did you pay the coach ${amount} another way?`]
      : ['Paid back', `Did the coach pay ${amount} back?`];
  return (
    <Card className={styles.part}>
      <h2>Coach's share</h2>
      <Note>
        {pending > 0
          ? `Record that you paid the coach ${amount} yourself, and we won't transfer it.`
          : `The coach got ${amount} too much because of a refund.`}
      </Note>
      {waits?.until && (
        <Note>
          The guarantee still runs. If the student asks for a refund, the coach has to pay this
          back.
        </Note>
      )}
      {because === 'locked' && (
        <Note>The coach is locked, so we hold this share until you unlock the account.</Note>
      )}
      <Actions>
        <ActionButton
          label={`${button}: share of booking ${id}`}
          action={{
            run: () => recordPayout(api, id, { amount: pending }),
            confirm: [question, "No money moves. You can't undo this."],
          }}
        >
          {button}
        </ActionButton>
      </Actions>
    </Card>
  );
}

/** Records a share that an operator paid before a refund or lost dispute. `amount`: in USD. */
export function PaidEarlier({ id, amount }: { id: number; amount: number }) {
  const { api } = useShell();
  const share = formatDollars(amount);
  return (
    <Card className={styles.part}>
      <h2>Paid earlier</h2>
      <Note>
        Did you pay the coach {share} before this refund or dispute? Record it to get the difference
        back. The site then pays nothing more for this booking.
      </Note>
      <Actions>
        <ActionButton
          label={`Paid earlier: share of booking ${id}`}
          action={{
            run: () => recordPayout(api, id, { amount, earlier: true }),
            confirm: [
              `Did you pay the coach ${share} before this refund or dispute?`,
              "No money moves. You can't undo this.",
            ],
          }}
        >
          Paid earlier
        </ActionButton>
      </Actions>
    </Card>
  );
}
