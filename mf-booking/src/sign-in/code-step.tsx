import { Form, isApiError, textOf, useForm, useShell } from '@carry/remote-kit';
import { Button, TextField } from '@carry/ui';
import { useState } from 'react';
import { detailOf, NOT_SENT } from './address-step';
import { confirmCode, requestCode } from './api';
import type { SentCode, SignedIn } from './contract';
import styles from './sign-in.module.css';

export interface CodeStepProps {
  sent: SentCode;
  onSent(sent: SentCode): void;
  onSignedIn(signedIn: SignedIn): Promise<void>;
  onBack(): void;
}

const NOT_CHECKED = "We couldn't check the code. Please try again.";
const isComplete = (code: string) => /^\s*\d{3}\s*\d{3}\s*$/.test(code);

export function CodeStep({ sent, onSent, onSignedIn, onBack }: CodeStepProps) {
  const { api } = useShell();
  const [again, setAgain] = useState('');
  const form = useForm<'code'>('sign-in-code', async (values) => {
    const code = textOf(values, 'code');
    if (!isComplete(code)) return { errors: { code: 'Please enter the six digits.' } };
    try {
      const tokens = await confirmCode(api, sent.request, code);
      await onSignedIn({ tokens, contact: sent.email });
      return undefined;
    } catch (failure) {
      if (isApiError(failure) && failure.status === 400 && failure.detail)
        return { errors: { code: failure.detail } };
      return { error: detailOf(failure, NOT_CHECKED) };
    }
  });
  const resend = async () => {
    setAgain('');
    try {
      onSent({ email: sent.email, request: (await requestCode(api, sent.email)).request });
      setAgain("We've sent a new code.");
    } catch (failure) {
      setAgain(detailOf(failure, NOT_SENT));
    }
  };
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
          onChange={({ target }) => isComplete(target.value) && target.form?.requestSubmit()}
        />
        <Button type="submit" busy={form.busy} busyLabel="Logging in...">
          Log in
        </Button>
      </Form>
      <p role="status" className={styles.small}>
        {again}
      </p>
      <div className={styles.others}>
        {!sent.chatName && (
          <Button variant="quiet" small onClick={() => void resend()}>
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
