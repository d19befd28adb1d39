import { useShell } from '@carry/remote-kit';
import { formatDollars } from '@carry/remote-kit/format';
import type { BookingShare } from '@carry/remote-kit/own-answers/booking';
import { Card } from '@carry/ui';
import { ActionButton } from '../console/action-button';
import { Actions, Note } from '../console/parts';
import { recordPayout } from './api';
import styles from './bookings.module.css';

const NOT_DUE = ['session', 'refund'];

/** Records a payout to the coach that no transfer made, or what the coach paid back after a refund. */
export function PaidByHand({ id, share: { pending, waits } }: { id: number; share: BookingShare }) {
  const { api } = useShell();
  if (pending === 0 || NOT_DUE.includes(waits?.because ?? '')) return null;
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
      <Actions>
        <ActionButton
          label={`${button}: share of booking ${id}`}
          action={{
            run: () => recordPayout(api, id, pending),
            confirm: [question, "No money moves. You can't undo this."],
          }}
        >
          {button}
        </ActionButton>
      </Actions>
    </Card>
  );
}
