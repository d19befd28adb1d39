import { read, tokens } from 'contracts/answers';
import { paths } from 'contracts/paths';
import { isApiError, type RouteHandle } from 'contracts/shell';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useShell } from 'remote-kit';
import { Button, PasswordField, TextField } from 'shared-ui';
import { FormPage } from '../forms/form-page';
import styles from '../forms/forms.module.css';
import { ResendVerification } from '../forms/resend-verification';
import { NOT_VERIFIED, useVerified } from '../forms/use-verified';
import { Verification } from '../verification/verification';

const INVALID = 'Invalid email or password.';
const NO_ACCOUNT = 'No active account found with the given credentials';

function Login() {
  const { api, auth } = useShell();
  const navigate = useNavigate();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const { token, renew, check } = useVerified();

  const submit = async () => {
    if (!email || !password) return setError('Email and password are required.');
    if (!token) return setError(NOT_VERIFIED);
    setBusy(true);
    setError(null);
    try {
      await auth.signIn(await read(tokens, api.post('/api/token/', { username: email, password, recaptcha: token })));
      await navigate(paths.home);
    } catch (failure) {
      setError(loginMessage(failure));
    } finally {
      renew();
      setBusy(false);
    }
  };

  return (
    <FormPage
      title="Login"
      error={error}
      onSubmit={submit}
      below={
        <>
          <Link to={paths.forgotPassword}>Forgot Password?</Link>
          <Link to={paths.register}>Register now</Link>
          {error?.includes('not verified') && <ResendVerification email={email} />}
        </>
      }
    >
      <TextField
        label="Email"
        type="text"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="username"
        required
        value={email}
        onChange={({ target }) => setEmail(target.value)}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        required
        value={password}
        onChange={({ target }) => setPassword(target.value)}
      />
      <Verification {...check} />
      <Button type="submit" busy={busy} busyLabel="Logging in..." disabled={busy || !token} className={styles.submit}>
        Login
      </Button>
    </FormPage>
  );
}

function loginMessage(failure: unknown): string {
  if (!isApiError(failure) || !failure.detail) return INVALID;
  return failure.detail.replace(/\.$/, '') === NO_ACCOUNT ? INVALID : failure.detail;
}

const handle: RouteHandle = { query: [], head: ({ site }) => ({ title: `Login | ${site.name}`, noindex: true }) };

export const route = () => ({ Component: Login, handle });
