import { Button } from '@carry/ui';
import { type ReactNode, useEffect } from 'react';
import styles from './parts.module.css';

const clock = () =>
  new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

export interface SaveProps {
  busy: boolean;
  /** When it was saved last, ms since the epoch. */
  savedAt: number | null;
  dirty: boolean;
  children: ReactNode;
}

/** The end of a long form: its button, and how things stand. Leaving the site with changes asks first. */
export function Save({ busy, savedAt, dirty, children }: SaveProps) {
  useEffect(() => {
    if (!dirty) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [dirty]);
  return (
    <div className={styles.save}>
      <Button type="submit" busy={busy} busyLabel="Saving...">
        {children}
      </Button>
      <span role="status" className={styles.quiet}>
        {dirty ? 'Not saved yet.' : savedAt !== null && `Saved ${clock().format(savedAt)}`}
      </span>
    </div>
  );
}
