import {
  isApiError,
  type RouteHandle,
  textOf,
  useForm,
  useIsHere,
  useShell,
} from '@carry/remote-kit';
import { emailProblem } from '@carry/remote-kit/email';
import { paths } from '@carry/remote-kit/paths';
import { hasText } from '@carry/remote-kit/texts';
import { Button, Consent, TextField } from '@carry/ui';
import { Link, useNavigate } from 'react-router-dom';
import { register } from '../forms/api';
import type { Arrival } from '../forms/arrival';
import { FormPage } from '../forms/form-page';
import styles from '../forms/forms.module.css';
import { NewPassword, type NewPasswordFields, readNewPassword } from '../forms/new-password';
import { registered } from '../forms/registered';
import { saveRegistration } from '../forms/registration';
import { SignedInAlready } from '../forms/signed-in-already';
import { NOT_VERIFIED, useVerified } from '../verification/use-verified';
import { Verification } from '../verification/verification';

const FAILED = 'Registration failed.';

type Fields = 'email' | NewPasswordFields | 'verification';

function Register() {
  const shell = useShell();
  const { token, renew, check } = useVerified();
  const navigate = useNavigate();
  const isHere = useIsHere();
  const finish = async (state: Partial<Arrival>) => {
    if (isHere()) await navigate(`${paths.register}/done`, { state });
  };
  const form = useForm<Fields>('register', async (values) => {
    const email = textOf(values, 'email').trim();
    const wrongEmail = emailProblem(email);
    const { password, errors } = readNewPassword(values);
    const otherErrors = token ? errors : { verification: NOT_VERIFIED };
    if (wrongEmail || otherErrors)
      return { errors: { ...(wrongEmail && { email: wrongEmail }), ...otherErrors } };
    try {
      const { registration } =
        (await register(shell.api, { email, password, verification: token })) ?? {};
      if (registration) saveRegistration(shell, registration);
      await finish({ email, canResend: Boolean(registration) });
      return undefined;
    } catch (failure) {
      return { error: (isApiError(failure) && failure.detail) || FAILED };
    } finally {
      renew();
    }
  });

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
        terms={hasText(shell.site, 'terms') && <Link to={paths.terms}>Terms</Link>}
        privacy={hasText(shell.site, 'privacy') && <Link to={paths.privacy}>Privacy</Link>}
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

/** `done` is the page after a registration. It shares this chunk, so that it opens without a request. */
export const route = (part?: 'done') =>
  part === 'done' ? registered : { Component: Register, handle };
