import { useShell } from '@carry/remote-kit';
import { Card } from '@carry/ui';
import { useRevalidator } from 'react-router-dom';
import { openSession } from './api';
import { CodeForm } from './code-form';
import styles from './second-factor.module.css';

interface EnterCodeProps {
  /** Unused recovery codes. */
  left: number;
}

export const EnterCode = ({ left }: EnterCodeProps) => (
  <Card className={styles.card}>
    <h2>Enter your code</h2>
    <p>{OPEN_APP}</p>
    <SessionForm left={left} />
  </Card>
);

export const OPEN_APP = 'Open your authenticator app and enter the 6-digit code for this site.';

/** Hint of forms in an open console, which a code has opened. */
export const NEW_CODE = 'From your authenticator app. Each code works once.';

/** Opens the operator session and loads the page again. */
export function SessionForm({ left }: EnterCodeProps) {
  const { api } = useShell();
  const { revalidate } = useRevalidator();
  return (
    <CodeForm
      label="Code"
      hint={`No phone at hand? Use a recovery code. You have ${left} left.`}
      action="Continue"
      send={async (code) => {
        await openSession(api, code);
        await revalidate();
      }}
    />
  );
}
