import { isApiError, type RouteHandle, textOf, useForm, useShell } from '@carry/remote-kit';
import { emailProblem } from '@carry/remote-kit/email';
import { paths } from '@carry/remote-kit/paths';
import { Button, Consent, TextField } from '@carry/ui';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { register } from '../forms/api';
import { FormPage } from '../forms/form-page';
import styles from '../forms/forms.module.css';
import { NewPassword, type NewPasswordFields, readNewPassword } from '../forms/new-password';
import { ResendVerification } from '../forms/resend-verification';
import { SignedInAlready } from '../forms/signed-in-already';
import { NOT_VERIFIED, useVerified } from '../verification/use-verified';
import { Verification } from '../verification/verification';

const REGISTERED =
  "Registered! Please check your email to verify your account. - Check the spam folder if you don't see it.";
const FAILED = 'Registration failed.';

type Fields = 'email' | NewPasswordFields | 'verification';

function Register() {
  const { api } = useShell();
  const { token, renew, check } = useVerified();
  const [registered, setRegistered] = useState<string | null>(null);

  const form = useForm<Fields>('register', async (values) => {
    const email = textOf(values, 'email').trim();
    const wrongEmail = emailProblem(email);
    const { password, errors } = readNewPassword(values);
    const otherErrors = token ? errors : { verification: NOT_VERIFIED };
    if (wrongEmail || otherErrors)
      return { errors: { ...(wrongEmail && { email: wrongEmail }), ...otherErrors } };
    try {
      await register(api, { email, password, verification: token });
      setRegistered(email);
      return { success: REGISTERED };
    } catch (failure) {
      return { error: (isApiError(failure) && failure.detail) || FAILED };
    } finally {
      renew();
    }
  });

  // The next step replaces the form. The same element keeps the live region that announces it.
  if (registered && form.outcome.success)
    return (
      <FormPage
        title="Check your email"
        form={form}
        below={
          <>
            <ResendVerification email={registered} />
            <Link to={paths.login}>I've opened the link. Login</Link>
          </>
        }
      >
        <p>
          We've written to <strong>{registered}</strong>. Open the link in that email to finish.
        </p>
      </FormPage>
    );
  return (
    <FormPage
      title="Register"
      form={form}
      above={<SignedInAlready />}
      below={<Link to={paths.login}>Already registered? Login</Link>}
    >
      <TextField
        {...form.field('email')}
        label="Email"
        type="email"
        autoComplete="username"
        required
      />
      <NewPassword label="Password" form={form} />
      <Verification {...form.field('verification')} {...check} />
      <Consent
        by="registering"
        terms={<Link to={paths.terms}>Terms</Link>}
        privacy={<Link to={paths.privacy}>Privacy</Link>}
        className={styles.consent}
      />
      <Button type="submit" busy={form.busy} busyLabel="Registering..." className={styles.submit}>
        Register
      </Button>
    </FormPage>
  );
}

const handle: RouteHandle = {
  query: [],
  head: ({ site }) => ({ title: `Register | ${site.name}`, noindex: true }),
};

export const route = () => ({ Component: Register, handle });
