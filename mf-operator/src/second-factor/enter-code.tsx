import { useShell } from '@carry/remote-kit';
import { Card } from '@carry/ui';
import { useRevalidator } from 'react-router-dom';
import { openSession } from './api';
import { CodeForm } from './code-form';
import styles from './second-factor.module.css';

/** `left`: unused recovery codes. */
export function EnterCode({ left }: { left: number }) {
  const { api } = useShell();
  const { revalidate } = useRevalidator();
  return (
    <Card className={styles.card}>
      <h2>Enter your code</h2>
      <p>Open your authenticator app and enter the 6-digit code for this site.</p>
      <CodeForm
        label="Code"
        hint={`No phone at hand? Use a recovery code. You have ${left} left.`}
        action="Continue"
        send={async (code) => {
          await openSession(api, code);
          await revalidate();
        }}
      />
    </Card>
  );
}
