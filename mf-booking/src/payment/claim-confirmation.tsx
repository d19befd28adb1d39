import { useAction, useShell } from '@carry/remote-kit';
import { Banner, Button } from '@carry/ui';
import { useState } from 'react';
import { confirmClaim, failureWords } from './api';
import styles from './confirmed.module.css';

const focus = (element: HTMLElement | null) => element?.focus();

/** Target of the link in a claim email. Requires a click, because mail scanners open links. */
export function ClaimConfirmation({ token }: { token: string }) {
  const { api, notify } = useShell();
  const [name, setName] = useState<string | null>(null);
  const { run, busy } = useAction(async () => {
    const failed = await confirmClaim(api, token).then(
      ({ username }) => setName(username ?? 'you'),
      (failure: unknown) => failureWords(failure) ?? "That didn't work. Please try again.",
    );
    if (failed) await notify.alert(failed);
  });
  if (name !== null)
    return (
      <Banner tone="success" className={styles.linked}>
        <p ref={focus} role="status" tabIndex={-1}>
          Discord connected as {name}.
        </p>
      </Banner>
    );
  return (
    <Banner tone="info" className={styles.linked}>
      <p>Someone on Discord claimed this booking. Is it you?</p>
      <Button busy={busy} busyLabel="Connecting..." onClick={() => void run()}>
        Yes, that's me
      </Button>
    </Banner>
  );
}
