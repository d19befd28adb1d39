import { focusHeading, saveFile, useCopy, useShell, useUnsavedChanges } from '@carry/remote-kit';
import { Button, Card } from '@carry/ui';
import { type ReactNode, useEffect } from 'react';
import { Actions } from '../console/parts';
import styles from './second-factor.module.css';

const focus = (heading: HTMLElement | null) => heading?.focus();

/** Heading of a step. It takes the focus, because the control that led here is gone. */
export const StepHeading = ({ children }: { children: ReactNode }) => (
  <h2 ref={focus} tabIndex={-1}>
    {children}
  </h2>
);

interface RecoveryCodesProps {
  codes: readonly string[];
  onSaved(): void;
}

/** The recovery codes, which the server shows once. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const { site } = useShell();
  useUnsavedChanges(true); // they are lost with the page
  useEffect(() => focusHeading, []);
  const text = codes.join('\n');
  const { copy, status } = useCopy(text);
  const name = `${site.name.toLowerCase().replaceAll(/\W+/g, '-')}-recovery-codes.txt`;
  return (
    <Card className={styles.card}>
      <StepHeading>Save your recovery codes</StepHeading>
      <p>
        If you lose your phone, each of these codes lets you in once. Keep them somewhere safe: we
        can't show them again.
      </p>
      <ul className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Actions>
        <Button variant="quiet" onClick={copy}>
          Copy
        </Button>
        <Button variant="quiet" onClick={() => saveFile(new Blob([`${text}\n`]), name)}>
          Download
        </Button>
        <Button onClick={onSaved}>I've saved them</Button>
        <span role="status">{status}</span>
      </Actions>
    </Card>
  );
}
