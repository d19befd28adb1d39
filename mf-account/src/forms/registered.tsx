import type { RouteHandle } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Banner } from '@carry/ui';
import { Link } from 'react-router-dom';
import { useArrival } from './arrival';
import styles from './forms.module.css';
import { PageFrame } from './page-frame';
import { ResendVerification } from './resend-verification';

const title = 'Check your email';
const success =
  "Registered! Please check your email to verify your account. - Check the spam folder if you don't see it.";

function Registered() {
  const { email, canResend } = useArrival();
  return (
    <PageFrame
      title={title}
      below={
        <>
          {email && canResend && <ResendVerification email={email} />}
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
            We've emailed <strong>{email}</strong>.{' '}
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
