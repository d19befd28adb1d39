import { useShell } from '@carry/remote-kit';
import { Button, check, Icon } from '@carry/ui';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getChallenge } from './api';
import type { CheckProps } from './use-verified';
import styles from './verification.module.css';

const EXPIRY_LEAD_MS = 5000;
const messages = {
  working: "Checking that you're human...",
  done: 'Verified as human.',
  failed: "We couldn't verify that you're human.",
  insecure:
    'This only works over a secure connection. Open this page with https:// in its address.',
};

/** Self-hosted proof of work (ALTCHA). */
export function AltchaCheck({ onChange, attempt }: CheckProps) {
  const { api, now } = useShell();
  const [state, setState] = useState<keyof typeof messages>('working');
  const [retries, setRetries] = useState(0);
  const status = useRef<HTMLParagraphElement>(null);
  const reportToken = useEffectEvent(onChange);

  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let expiry: ReturnType<typeof setTimeout> | undefined;
    const run = async () => {
      // browsers have Web Crypto, which solves the challenge, in secure contexts only
      if (!('subtle' in crypto)) return setState('insecure');
      setState('working');
      const challenge = await getChallenge(api, signal);
      const { solve } = await import(/* webpackChunkName: "solve" */ './solve');
      const token = await solve(challenge, signal);
      if (signal.aborted) return;
      setState('done');
      reportToken(token);
      const remainingMs = challenge.parameters.expiresAt
        ? challenge.parameters.expiresAt * 1000 - now() - EXPIRY_LEAD_MS
        : null;
      if (remainingMs === null) return;
      expiry = setTimeout(() => {
        reportToken('');
        void start();
      }, remainingMs);
    };
    const start = () =>
      run().catch((error: unknown) => {
        if (signal.aborted) return;
        console.warn('Human verification failed.', error);
        setState('failed');
        reportToken('');
      });
    void start();
    return () => {
      controller.abort();
      clearTimeout(expiry);
    };
  }, [api, now, attempt, retries]);

  return (
    <div className={styles.check} data-state={state}>
      <Icon path={check} className={styles.mark} />
      <p ref={status} role="status" tabIndex={-1}>
        {messages[state]}
      </p>
      {state === 'failed' && (
        <Button
          variant="quiet"
          onClick={() => {
            setRetries(retries + 1);
            status.current?.focus(); // this button disappears
          }}
        >
          Retry
        </Button>
      )}
    </div>
  );
}
