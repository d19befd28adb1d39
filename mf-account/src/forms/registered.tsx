import type { RouteHandle } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Banner, useIsNew } from '@carry/ui';
import { Link, useLocation } from 'react-router-dom';
import styles from './forms.module.css';
import { PageFrame } from './page-frame';
import { ResendVerification } from './resend-verification';

/** Navigation state of the page after a registration. A URL would put the address into logs and referrers. */
export interface RegisteredState {
  email: string;
}

const title = 'Check your email';
const success =
  "Registered! Please check your email to verify your account. - Check the spam folder if you don't see it.";

/** Returns the registered address, or null on the server, during hydration and without navigation state. */
function useRegisteredEmail(): string | null {
  const state: Partial<RegisteredState> | null = useLocation().state;
  const isNew = useIsNew();
  return isNew && typeof state?.email === 'string' ? state.email : null;
}

function Registered() {
  const email = useRegisteredEmail();
  return (
    <PageFrame
      title={title}
      below={
        <>
          {email && <ResendVerification email={email} />}
          <Link to={paths.login}>I've opened the link. Login</Link>
          <Link to={paths.register}>Use another email</Link>
        </>
      }
    >
      <Banner tone="success" role="status">
        <p>{success}</p>
      </Banner>
      <p className={styles.next}>
        {email && (
          <>
            We've written to <strong>{email}</strong>.{' '}
          </>
        )}
        Open the link in that email to finish.
      </p>
    </PageFrame>
  );
}

const handle: RouteHandle = {
  query: [],
  head: ({ site }) => ({ title: `${title} | ${site.name}`, noindex: true }),
};

export const registered = { Component: Registered, handle };
