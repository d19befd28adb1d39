import { paths } from 'contracts/paths';
import { isApiError, type RouteHandle } from 'contracts/shell';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useShell } from 'remote-kit';
import { Button, LinkButton } from 'shared-ui';
import { FormPage } from '../forms/form-page';
import styles from '../forms/forms.module.css';

/** Where the link of the verification mail leads; the button, not the visit, verifies, so that mail scanners cannot. */
function VerifyEmail() {
  const { api } = useShell();
  const [search] = useSearchParams();
  const [outcome, setOutcome] = useState<{ error?: string; success?: string }>({});
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    setBusy(true);
    try {
      await api.post('/api/auth/verify-email/', { token: search.get('token') ?? '' });
      setOutcome({ success: 'Your email address is verified. You can now log in.' });
    } catch (failure) {
      setOutcome({ error: (isApiError(failure) && failure.detail) || 'The link could not be checked. Please try again.' });
    } finally {
      setBusy(false);
    }
  };

  return (
    <FormPage
      title="Verify your email"
      {...outcome}
      onSubmit={submit}
      below={
        outcome.success && (
          <div className={styles.submit}>
            <LinkButton as={Link} to={paths.login} className={styles.submit}>
              Login
            </LinkButton>
          </div>
        )
      }
    >
      {!outcome.success && (
        <>
          <p>One press confirms that this address is yours.</p>
          <Button type="submit" busy={busy} busyLabel="Verifying..." className={styles.submit}>
            Verify my email
          </Button>
        </>
      )}
    </FormPage>
  );
}

const handle: RouteHandle = { query: ['token'], head: ({ site }) => ({ title: `Verify your email | ${site.name}`, noindex: true }) };

export const route = () => ({ Component: VerifyEmail, handle });
