import { Form, textOf, useForm, useKeptText, useShell } from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { lengthProblem, MAX_REASON } from '@carry/remote-kit/limits';
import { Button, TextareaField } from '@carry/ui';
import { requestRefund } from './api';
import { formatRest } from './money';
import styles from './sessions.module.css';
import { useRefusal } from './use-refusal';

export interface RefundFormProps {
  session: MySession;
  onDone(): void;
  onRefused(): void;
  onCancel(): void;
}

export function RefundForm({ session, onDone, onRefused, onCancel }: RefundFormProps) {
  const { api } = useShell();
  const fail = useRefusal(onRefused);
  const forget = useKeptText(`refund-${session.id}`);
  const form = useForm<'reason'>(`refund-${session.id}`, async (values) => {
    const reason = textOf(values, 'reason');
    const long = lengthProblem(reason, MAX_REASON);
    if (long) return { errors: { reason: long } };
    try {
      await requestRefund(api, session.id, reason);
      forget();
      onDone();
    } catch (error) {
      await fail('Failed to request the refund', error);
    }
    return undefined;
  });
  return (
    <Form of={form} guarded onDiscard={forget} className={styles.review}>
      <p>You'll get {formatRest(session)} back. We'll share what you write here with your coach.</p>
      <TextareaField {...form.field('reason')} label="What went wrong?" />
      <div className={styles.actions}>
        <Button type="submit" variant="danger" busy={form.busy} busyLabel="Requesting...">
          Send Request
        </Button>
        <Button
          variant="quiet"
          onClick={() => {
            forget();
            onCancel();
          }}
        >
          Cancel
        </Button>
      </div>
    </Form>
  );
}
