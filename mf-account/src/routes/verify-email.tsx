import { isApiError, type RouteHandle, useForm, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Button, LinkButton } from '@carry/ui';
import { Link, useSearchParams } from 'react-router-dom';
import { verifyEmail } from '../forms/api';
import { FormPage } from '../forms/form-page';
import styles from '../forms/forms.module.css';

/** Where the link of the verification mail leads; the button, not the visit, verifies, so that mail scanners cannot. */
function VerifyEmail() {
  const { api } = useShell();
  const [search] = useSearchParams();
  const form = useForm('verify-email', async () => {
    try {
      await verifyEmail(api, search.get('token') ?? '');
      return { success: 'Your email address is verified. You can now log in.' };
    } catch (failure) {
      return {
        error:
          (isApiError(failure) && failure.detail) ||
          'The link could not be checked. Please try again.',
      };
    }
  });
  const { success } = form.outcome;

  return (
    <FormPage
      title="Verify your email"
      form={form}
      below={
        success && (
          <LinkButton as={Link} to={paths.login} className={styles.submit}>
            Login
          </LinkButton>
        )
      }
    >
      {!success && (
        <>
          <p>One press confirms that this address is yours.</p>
          <Button type="submit" busy={form.busy} busyLabel="Verifying..." className={styles.submit}>
            Verify my email
          </Button>
        </>
      )}
    </FormPage>
  );
}

const handle: RouteHandle = {
  query: ['token'],
  head: ({ site }) => ({ title: `Verify your email | ${site.name}`, noindex: true }),
};

export const route = () => ({ Component: VerifyEmail, handle });
