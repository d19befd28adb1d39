import type { MySession } from 'contracts/api';
import { MAX_REASON } from 'contracts/limits';
import { isApiError } from 'contracts/shell';
import { type FormEvent, useState } from 'react';
import { useShell } from 'remote-kit';
import { Button, TextareaField } from 'shared-ui';
import { requestRefund } from './api';
import { paymentOf } from './money';
import styles from './sessions.module.css';

export interface RefundFormProps {
  session: MySession;
  onDone(): void;
  onCancel(): void;
}

/** Asks for the guarantee. */
export function RefundForm({ session, onDone, onCancel }: RefundFormProps) {
  const { api, notify } = useShell();
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    try {
      await requestRefund(api, session.id, reason);
      onDone();
    } catch (error) {
      await notify.alert('Failed to request the refund', (isApiError(error) && error.detail) || undefined);
      setBusy(false);
    }
  };
  return (
    <form id={`refund-${session.id}`} onSubmit={submit} className={styles.review} noValidate>
      <p>You get the whole {paymentOf(session)} back. Your coach is told why, if you say so.</p>
      <TextareaField label="What went wrong?" value={reason} maxLength={MAX_REASON} onChange={({ target }) => setReason(target.value)} />
      <div className={styles.actions}>
        <Button type="submit" variant="danger" busy={busy} busyLabel="Requesting...">
          Send Request
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
