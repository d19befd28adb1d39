import { useShell } from '@carry/remote-kit';
import {
  isCompleteCode,
  type SentCode,
  useAddressForm,
  useCodeForm,
  useSentCode,
} from '@carry/remote-kit/sign-in';
import { Button, TextField } from '@carry/ui';
import { useState } from 'react';
import { FormPage } from './form-page';
import styles from './forms.module.css';
import { SENT_CODE } from './sent-code';

interface CodeLoginProps {
  /** As typed so far. */
  email: string;
  onSignedIn(): Promise<void>;
  onBack(): void;
}

/** Login without a password, by a mailed code. */
export function CodeLogin({ email, onSignedIn, onBack }: CodeLoginProps) {
  const { sent, setSent, replaceSent, forget } = useSentCode<SentCode>(SENT_CODE);
  const [restored] = useState(sent);
  return sent ? (
    <EnterCode
      sent={sent}
      takesFocus={sent !== restored}
      onSent={replaceSent}
      onSignedIn={() => {
        forget();
        return onSignedIn();
      }}
      onBack={() => setSent(null)}
    />
  ) : (
    <EnterAddress email={email} onSent={setSent} onBack={onBack} />
  );
}

interface StepProps {
  onSent(sent: SentCode): void;
  onBack(): void;
}

function EnterAddress({ email, onSent, onBack }: StepProps & { email: string }) {
  const form = useAddressForm(onSent);
  return (
    <FormPage
      title="Log in by email"
      takesFocus
      form={form}
      below={
        <Button variant="quiet" onClick={onBack}>
          Use your password
        </Button>
      }
    >
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        defaultValue={email}
        autoComplete="email"
        required
      />
      <Button type="submit" busy={form.busy} busyLabel="Sending..." className={styles.submit}>
        Email me a code
      </Button>
    </FormPage>
  );
}

interface EnterCodeProps extends StepProps {
  sent: SentCode;
  takesFocus: boolean;
  onSignedIn(): Promise<void>;
}

function EnterCode({ sent, takesFocus, onSent, onSignedIn, onBack }: EnterCodeProps) {
  const { auth } = useShell();
  const { form, status, resend, resending } = useCodeForm({
    sent,
    onSent,
    async onConfirmed(tokens) {
      await auth.signIn(tokens);
      await onSignedIn();
    },
  });
  return (
    <FormPage
      title="Enter your code"
      takesFocus={takesFocus}
      form={form}
      above={
        <p>
          We emailed it to <strong>{sent.email}</strong>. Check the spam folder if you don't see it.
        </p>
      }
      below={
        <>
          <Button
            variant="quiet"
            busy={resending}
            busyLabel="Sending..."
            onClick={() => void resend()}
          >
            Send a new code
          </Button>
          <Button variant="quiet" onClick={onBack}>
            Use another email
          </Button>
          <p role="status">{status}</p>
        </>
      }
    >
      <TextField
        {...form.field('code')}
        label="Six-digit code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        onChange={({ target }) => isCompleteCode(target.value) && target.form?.requestSubmit()}
      />
      <Button type="submit" busy={form.busy} busyLabel="Logging in..." className={styles.submit}>
        Log in
      </Button>
    </FormPage>
  );
}
