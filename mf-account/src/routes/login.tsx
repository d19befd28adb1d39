import {
  isApiError,
  load,
  type RouteHandle,
  readRefusalCode,
  type ShellApi,
  textOf,
  useForm,
  useIsHere,
  useShell,
} from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { readSentCode } from '@carry/remote-kit/sign-in';
import { Button, PasswordField, TextField } from '@carry/ui';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { Await, Link, useLoaderData, useNavigate } from 'react-router-dom';
import { useStore } from 'zustand';
import { getSignInMethods, logIn } from '../forms/api';
import type { CodeLogin } from '../forms/code-login';
import { FormPage } from '../forms/form-page';
import styles from '../forms/forms.module.css';
import { ResendVerification } from '../forms/resend-verification';
import { SENT_CODE } from '../forms/sent-code';
import { SignedInAlready } from '../forms/signed-in-already';
import { NOT_VERIFIED, useVerified } from '../verification/use-verified';
import { Verification } from '../verification/verification';

const INVALID = 'Invalid email or password.';
const NO_ACCOUNT = 'No active account found with the given credentials';

type Methods = readonly string[];
type Fields = 'email' | 'password' | 'verification';

/** Servers without codes say it in `detail`. */
function isUnverified(failure: unknown): boolean {
  const code = readRefusalCode(failure);
  if (code) return code === 'email_not_verified';
  return isApiError(failure) && /not verified/i.test(failure.detail ?? '');
}

interface PasswordLoginProps {
  byCode: ReactNode;
  takesFocus: boolean;
  onSignedIn(): Promise<void>;
}

function PasswordLogin({ byCode, takesFocus, onSignedIn }: PasswordLoginProps) {
  const { api, auth } = useShell();
  const { token, renew, check } = useVerified();
  const [unverified, setUnverified] = useState<string | null>(null);

  const form = useForm<Fields>('login', async (values) => {
    const email = textOf(values, 'email');
    const password = textOf(values, 'password');
    if (!email && !password)
      return { error: 'Email and password are required.', about: ['email', 'password'] };
    if (!email) return { errors: { email: 'Email is required.' } };
    if (!password) return { errors: { password: 'Password is required.' } };
    if (!token) return { errors: { verification: NOT_VERIFIED } };
    setUnverified(null);
    try {
      await auth.signIn(await logIn(api, { email, password, verification: token }));
      await onSignedIn();
      return undefined;
    } catch (failure) {
      if (isUnverified(failure)) setUnverified(email);
      return { error: loginMessage(failure) };
    } finally {
      renew();
    }
  });

  return (
    <FormPage
      title="Login"
      takesFocus={takesFocus}
      form={form}
      above={!form.busy && <SignedInAlready />}
      below={
        <>
          <Link to={paths.forgotPassword}>Forgot Password?</Link>
          <Link to={paths.register}>Register now</Link>
          {byCode}
          {unverified && <ResendVerification email={unverified} />}
        </>
      }
    >
      <TextField
        {...form.field('email')}
        label="Email"
        type="text"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="username"
        required
      />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="current-password"
        required
      />
      <Verification {...form.field('verification')} {...check} />
      <Button
        type="submit"
        busy={form.busy}
        busyLabel="Logging in..."
        disabled={form.busy || !token}
        className={styles.submit}
      >
        Login
      </Button>
    </FormPage>
  );
}

/** The email in the form, also one that was typed while the other form loaded. */
const readEmail = () =>
  document.querySelector<HTMLInputElement>('input[autocomplete="username"]')?.value ?? '';

function Login() {
  const { methods } = useLoaderData() as { methods: Methods | Promise<Methods> };
  const shell = useShell();
  const { auth, notify } = shell;
  const navigate = useNavigate();
  const isHere = useIsHere();
  const goHome = async () => {
    if (isHere()) await navigate(paths.home);
  };
  const { status } = useStore(auth.store);
  const [byCode, setByCode] = useState<{ Form: typeof CodeLogin; email: string } | null>();
  const open = () =>
    import(/* webpackChunkName: "code-login" */ '../forms/code-login').then(
      ({ CodeLogin }) => setByCode({ Form: CodeLogin, email: readEmail() }),
      () => notify.alert("We couldn't open the form.", 'Please try again.'),
    );
  useEffect(() => {
    if (status === 'signed-out' && readSentCode(shell, SENT_CODE)) void open();
  }, [status]);
  if (byCode)
    return <byCode.Form email={byCode.email} onSignedIn={goHome} onBack={() => setByCode(null)} />;
  const code = (
    <Suspense>
      <Await resolve={methods}>
        {(methods: Methods) =>
          methods.includes('code') && (
            <Button variant="quiet" onClick={() => void open()}>
              Log in without a password
            </Button>
          )
        }
      </Await>
    </Suspense>
  );
  const isBack = byCode === null;
  return <PasswordLogin byCode={code} takesFocus={isBack} onSignedIn={goHome} />;
}

function loginMessage(failure: unknown): string {
  if (!isApiError(failure) || !failure.detail) return INVALID;
  return failure.detail.replace(/\.$/, '') === NO_ACCOUNT ? INVALID : failure.detail;
}

const handle: RouteHandle = {
  query: [],
  head: ({ site }) => ({ title: `Login | ${site.name}`, noindex: true }),
};

export function route(shell: ShellApi) {
  const loader = () => load(shell, { methods: getSignInMethods(shell.api) });
  return { loader, Component: Login, handle };
}
