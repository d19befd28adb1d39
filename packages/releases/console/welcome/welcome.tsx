import { Banner, Card, LinkButton } from '@carry/ui';
import { useEffect, useState } from 'react';
import { fetchDocument, RETRY_MS } from '../data/api';
import styles from './welcome.module.css';

const problems: Record<string, string> = {
  'no-role':
    'Your account has no role in this console. Ask an operator to add it to CONSOLE_VIEWERS or to the owner of your remote.',
  'too-many-roles':
    'Your account has more roles than a session can hold. Ask an operator to name one group of yours in the owners of your remotes.',
  unreachable: "Your identity provider doesn't respond. Try again in a minute.",
  failed: 'Sign-in failed. Try again; the reason is in the log of the release server.',
  expired: 'Sign-in took too long. Try again.',
};

interface SignIn {
  kind: 'link' | 'oidc' | null;
  error: string | null;
}

export function useSignInKind(): SignIn {
  const [signIn, setSignIn] = useState<SignIn>({ kind: null, error: null });
  useEffect(() => {
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const load = () =>
      void fetchDocument<{ kind: 'link' | 'oidc' }>('/sign-in').then(
        ({ kind }) => isCurrent && setSignIn({ kind, error: null }),
        ({ message }: Error) => {
          if (!isCurrent) return;
          setSignIn({ kind: null, error: message });
          timer = setTimeout(load, RETRY_MS);
        },
      );
    load();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, []);
  return signIn;
}

/** Returns the address that signs in and then opens this page, or the page of a failed sign-in. */
export function signInPath(): string {
  const { pathname, search, hash } = location;
  const isWelcome = pathname === '/console/welcome';
  const to = isWelcome ? new URLSearchParams(search).get('to') : pathname + search + hash;
  return `/console/sign-in${to && to !== '/console/' ? `?${new URLSearchParams({ to })}` : ''}`;
}

export const LinkHint = () => (
  <p>
    Open the link that <code>npm start</code> or <code>releases console</code> printed. Each link
    signs in once.
  </p>
);

export function Welcome({ problem }: { problem: string | null }) {
  const { kind, error } = useSignInKind();
  const text =
    error ?? problem ?? problems[new URLSearchParams(location.search).get('problem') ?? ''];
  return (
    <main className={styles.main}>
      <title>Sign in – Releases</title>
      <Card className={styles.card}>
        <h1>Releases</h1>
        {text && (
          <Banner tone="danger" role="alert" className={styles.problem}>
            {text}
          </Banner>
        )}
        {kind === 'oidc' && (
          <>
            <p>Sign in with your work account to see and change releases.</p>
            <LinkButton href={signInPath()}>Sign in</LinkButton>
          </>
        )}
        {kind === 'link' && <LinkHint />}
      </Card>
    </main>
  );
}
