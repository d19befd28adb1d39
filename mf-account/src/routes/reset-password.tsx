import { message, read } from 'contracts/answers';
import { paths } from 'contracts/paths';
import { isApiError, type RouteHandle } from 'contracts/shell';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useShell } from 'remote-kit';
import { Button } from 'shared-ui';
import { FormPage } from '../forms/form-page';
import styles from '../forms/forms.module.css';
import { NewPassword } from '../forms/new-password';
import { passwordProblem } from '../forms/password-rules';

const INCOMPLETE = 'Invalid or incomplete reset link.';
const EXPIRED = 'Link invalid or expired.';
const UPDATED = 'Password updated. You can now log in.';

function ResetPassword() {
  const { api } = useShell();
  const [search] = useSearchParams();
  const uid = search.get('uid');
  const token = search.get('token');
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const [outcome, setOutcome] = useState<{ error?: string; success?: string }>({});
  const [busy, setBusy] = useState(false);
  const usable = Boolean(uid && token);

  const submit = async () => {
    if (!uid || !token) return setOutcome({ error: INCOMPLETE });
    const problem = passwordProblem(password, repeated);
    if (problem) return setOutcome({ error: problem });
    setBusy(true);
    setOutcome({});
    try {
      const answer = await read(message, api.post('/api/auth/password-reset-confirm/', { uid, token, new_password: password }));
      setOutcome({ success: answer?.detail ?? UPDATED });
    } catch (failure) {
      setOutcome({ error: (isApiError(failure) && failure.detail) || EXPIRED });
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormPage
      title="Set a new password"
      error={usable ? outcome.error : INCOMPLETE}
      success={outcome.success}
      onSubmit={submit}
      below={<Link to={paths.login}>Back to Login</Link>}
    >
      <NewPassword label="New password" password={password} repeated={repeated} onPassword={setPassword} onRepeated={setRepeated} />
      <Button type="submit" busy={busy} busyLabel="Updating..." disabled={!usable} className={styles.submit}>
        Set new password
      </Button>
    </FormPage>
  );
}

const handle: RouteHandle = {
  query: ['uid', 'token'],
  head: ({ site }) => ({ title: `Set a new password | ${site.name}`, noindex: true }),
};

export const route = () => ({ Component: ResetPassword, handle });
