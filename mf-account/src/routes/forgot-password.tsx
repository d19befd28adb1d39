import { type RouteHandle, textOf, useForm, useShell } from '@carry/remote-kit';
import { emailProblem } from '@carry/remote-kit/email';
import { paths } from '@carry/remote-kit/paths';
import { Button, TextField } from '@carry/ui';
import { Link } from 'react-router-dom';
import { requestPasswordReset } from '../forms/api';
import { useArrival } from '../forms/arrival';
import { FormPage } from '../forms/form-page';
import styles from '../forms/forms.module.css';
import { NOT_VERIFIED, useVerified } from '../verification/use-verified';
import { Verification } from '../verification/verification';

const SENT =
  'If the email is registered, a reset link has been sent. Check your inbox and spam folder.';

function ForgotPassword() {
  const { api } = useShell();
  const { token, renew, check } = useVerified();
  const arrival = useArrival();

  const form = useForm<'email' | 'verification'>('forgot-password', async (values) => {
    const email = textOf(values, 'email').trim();
    const wrongEmail = emailProblem(email);
    if (wrongEmail || !token)
      return {
        errors: {
          ...(wrongEmail && { email: wrongEmail }),
          ...(!token && { verification: NOT_VERIFIED }),
        },
      };
    await requestPasswordReset(api, { email, verification: token }).catch((failure: unknown) =>
      console.warn('Failed to request a password reset.', failure),
    );
    renew();
    return { success: SENT };
  });

  return (
    <FormPage
      title="Forgot your password?"
      form={form}
      below={<Link to={paths.login}>Back to Login</Link>}
    >
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        defaultValue={arrival.email}
        autoComplete="username"
        required
      />
      <Verification {...form.field('verification')} {...check} />
      <Button type="submit" busy={form.busy} busyLabel="Sending..." className={styles.submit}>
        Send password reset link
      </Button>
    </FormPage>
  );
}

const handle: RouteHandle = {
  query: [],
  head: ({ site }) => ({ title: `Forgot your password? | ${site.name}`, noindex: true }),
};

export const route = () => ({ Component: ForgotPassword, handle });
