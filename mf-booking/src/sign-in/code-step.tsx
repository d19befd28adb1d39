import { Form } from '@carry/remote-kit';
import { isCompleteCode, useCodeForm } from '@carry/remote-kit/sign-in';
import { Button, TextField } from '@carry/ui';
import type { SentCode, SignedIn } from './contract';
import styles from './sign-in.module.css';

export interface CodeStepProps {
  sent: SentCode;
  onSent(sent: SentCode): void;
  onSignedIn(signedIn: SignedIn): Promise<void>;
  onBack(): void;
}

export function CodeStep({ sent, onSent, onSignedIn, onBack }: CodeStepProps) {
  const { form, status, resend, resending } = useCodeForm({
    sent,
    onSent,
    onConfirmed: (tokens) => onSignedIn({ tokens, contact: sent.email }),
  });
  return (
    <>
      <p>
        {sent.chatName && `You already have an account. To connect Discord as ${sent.chatName}, `}
        {sent.chatName ? 'enter' : 'Enter'} the code we emailed to <strong>{sent.email}</strong>.
        Check the spam folder if you don't see it.
      </p>
      <Form of={form}>
        <TextField
          {...form.field('code')}
          label="Six-digit code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          data-autofocus
          onChange={({ target }) => isCompleteCode(target.value) && target.form?.requestSubmit()}
        />
        <Button type="submit" busy={form.busy} busyLabel="Logging in...">
          Log in
        </Button>
      </Form>
      <p role="status" className={styles.small}>
        {status}
      </p>
      <div className={styles.others}>
        {!sent.chatName && (
          <Button
            variant="quiet"
            small
            busy={resending}
            busyLabel="Sending..."
            onClick={() => void resend()}
          >
            Send a new code
          </Button>
        )}
        <Button variant="quiet" small onClick={onBack}>
          Use another email
        </Button>
      </div>
    </>
  );
}
