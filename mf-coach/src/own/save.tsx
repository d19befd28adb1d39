import { formatClock } from '@carry/remote-kit/format';
import { Button } from '@carry/ui';
import type { ReactNode } from 'react';
import styles from './parts.module.css';

export interface SaveProps {
  busy: boolean;
  /** Time of the last save, ms since the epoch. */
  savedAt: number | null;
  dirty: boolean;
  children: ReactNode;
}

export function Save({ busy, savedAt, dirty, children }: SaveProps) {
  return (
    <div className={styles.save}>
      <Button type="submit" busy={busy} busyLabel="Saving...">
        {children}
      </Button>
      <span role="status" className={styles.quiet}>
        {dirty ? 'Not saved yet.' : savedAt !== null && `Saved ${formatClock(savedAt)}`}
      </span>
    </div>
  );
}
