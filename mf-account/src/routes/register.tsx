import { paths } from 'contracts/paths';
import { isApiError, type RouteHandle } from 'contracts/shell';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Consent, useShell } from 'remote-kit';
import { Button, TextField } from 'shared-ui';
import { FormPage } from '../forms/form-page';
import styles from '../forms/forms.module.css';
import { NewPassword } from '../forms/new-password';
import { passwordProblem } from '../forms/password-rules';
import { ResendVerification } from '../forms/resend-verification';
import { useEmail } from '../forms/use-email';
import { NOT_VERIFIED, useVerified } from '../forms/use-verified';
import { Verification } from '../verification/verification';

const REGISTERED = "Registered! Please check your email to verify your account. - Check the spam folder if you don't see it.";
const FAILED = 'Registration failed.';

function Register() {
  const { api } = useShell();
  const email = useEmail();
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [outcome, setOutcome] = useState<{ error?: string; success?: string }>({});
  const [busy, setBusy] = useState(false);
  const { token, renew, check } = useVerified();

  const submit = async () => {
    const address = email.check();
    if (!address) return setOutcome({});
    if (!token) return setOutcome({ error: NOT_VERIFIED });
    const problem = passwordProblem(password, repeated);
    if (problem) return setOutcome({ error: problem });
    setBusy(true);
    setOutcome({});
    try {
      await api.post('/api/register/', { username: address, email: address, password, recaptcha: token });
      setOutcome({ success: REGISTERED });
      setPassword('');
      setRepeated('');
    } catch (failure) {
      setOutcome({ error: (isApiError(failure) && failure.detail) || FAILED });
    } finally {
      renew();
      setBusy(false);
    }
  };

  return (
    <FormPage
      title="Register"
      {...outcome}
      onSubmit={submit}
      below={
        <>
          <Link to={paths.login}>Already registered? Login</Link>
          {outcome.success && <ResendVerification email={email.address} />}
        </>
      }
    >
      <TextField label="Email" type="email" autoComplete="username" required {...email.field} />
      <NewPassword label="Password" password={password} repeated={repeated} onPassword={setPassword} onRepeated={setRepeated} />
      <Verification {...check} />
      <Consent by="registering" className={styles.consent} />
      <Button type="submit" busy={busy} busyLabel="Registering..." className={styles.submit}>
        Register
      </Button>
    </FormPage>
  );
}

const handle: RouteHandle = { query: [], head: ({ site }) => ({ title: `Register | ${site.name}`, noindex: true }) };

export const route = () => ({ Component: Register, handle });
