import { focusHeading } from '@carry/remote-kit';
import type { OperatorSession } from '@carry/remote-kit/own-answers';
import { Banner, Button, Dialog } from '@carry/ui';
import { useEffect, useState } from 'react';
import { OPEN_APP, SessionForm } from './enter-code';
import { SecondFactor } from './second-factor';
import styles from './second-factor.module.css';

const KEPT = 'What you typed is still here.';

/** Asks for the second factor above a page that stays, because it has unsaved changes. */
export function Unlock({ session }: { session: OperatorSession }) {
  const [dismissed, setDismissed] = useState<OperatorSession | null>(null);
  useEffect(() => focusHeading, []);
  if (!session.enrolled)
    return (
      <div className={styles.locked}>
        <Banner tone="danger" role="alert">
          <p>Your second factor was reset. Finish the setup to continue. {KEPT}</p>
        </Banner>
        <SecondFactor session={session} />
      </div>
    );
  return (
    <div className={styles.locked}>
      <Banner tone="danger">
        <p>The console is locked. {KEPT}</p>
        <Button variant="quiet" small onClick={() => setDismissed(null)}>
          Enter code
        </Button>
      </Banner>
      {dismissed !== session && (
        <Dialog
          title="Enter your code"
          note={`${KEPT} ${OPEN_APP}`}
          onClose={() => setDismissed(session)}
        >
          <div className={styles.dialog}>
            <SessionForm left={session.recovery_codes} />
            <Button variant="quiet" onClick={() => setDismissed(session)}>
              Not now
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
