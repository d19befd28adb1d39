import { Banner, Card, LinkButton } from '@carry/ui';
import { useEffect, useState } from 'react';
import { fetchDocument } from '../data/api';
import styles from './welcome.module.css';

const problems: Record<string, string> = {
  'no-role':
    'Your account has no role in this console. Ask an operator to add it to CONSOLE_VIEWERS or to the owner of your remote.',
  failed: 'Sign-in failed. Try again; the reason is in the log of the release server.',
  expired: 'Sign-in took too long. Try again.',
};

/** Shown without a session: how to sign in. */
export function Welcome({ problem }: { problem: string | null }) {
  const [kind, setKind] = useState<'link' | 'oidc' | null>(null);
  useEffect(() => {
    fetchDocument<{ kind: 'link' | 'oidc' }>('/sign-in').then(
      (loaded) => setKind(loaded.kind),
      () => {},
    );
  }, []);
  const text = problem ?? problems[new URLSearchParams(location.search).get('problem') ?? ''];
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
            <LinkButton href="/console/sign-in">Sign in</LinkButton>
          </>
        )}
        {kind === 'link' && (
          <p>
            Open the link that <code>npm start</code> or <code>releases console</code> printed. Each
            link signs in once.
          </p>
        )}
      </Card>
    </main>
  );
}
