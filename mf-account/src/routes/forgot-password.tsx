import { paths } from 'contracts/paths';
import type { RouteHandle } from 'contracts/shell';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useShell } from 'remote-kit';
import { Button, TextField } from 'shared-ui';
import { FormPage } from '../forms/form-page';
import styles from '../forms/forms.module.css';
import { useEmail } from '../forms/use-email';
import { NOT_VERIFIED, useVerified } from '../forms/use-verified';
import { Verification } from '../verification/verification';

const SENT = 'If the email is registered, a reset link has been sent. Check your inbox and spam folder.';

function ForgotPassword() {
  const { api } = useShell();
  const email = useEmail();
  const [outcome, setOutcome] = useState<{ error?: string; success?: string }>({});
  const [busy, setBusy] = useState(false);
  const { token, renew, check } = useVerified();

  const submit = async () => {
    const address = email.check();
    if (!address) return setOutcome({});
    if (!token) return setOutcome({ error: NOT_VERIFIED });
    setBusy(true);
    setOutcome({});
    await api
      .post('/api/auth/password-reset/', { email: address, recaptcha: token })
      .catch((failure: unknown) => console.warn('The reset link was not requested.', failure));
    setOutcome({ success: SENT });
    renew();
    setBusy(false);
  };

  return (
    <FormPage title="Forgot your password?" {...outcome} onSubmit={submit} below={<Link to={paths.login}>Back to Login</Link>}>
      <TextField label="Email" type="email" autoComplete="username" required {...email.field} />
      <Verification {...check} />
      <Button type="submit" busy={busy} busyLabel="Sending..." className={styles.submit}>
        Send password reset link
      </Button>
    </FormPage>
  );
}

const handle: RouteHandle = { query: [], head: ({ site }) => ({ title: `Forgot your password? | ${site.name}`, noindex: true }) };

export const route = () => ({ Component: ForgotPassword, handle });
