import { hasUnsavedChanges } from '@carry/contracts/shell';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useHost } from '../host/host';
import styles from './expired-bar.module.css';

/** Shown above a page that stays after an expired session, because it has unsaved changes. */
export function ExpiredBar() {
  const { auth, menu } = useHost();
  const [login] = menu.session?.visitor ?? [];
  const { status } = useStore(auth.store);
  const [isKept, setKept] = useState(false);
  const before = useRef(status);
  useEffect(() => {
    setKept(before.current === 'signed-in' && status === 'signed-out' && hasUnsavedChanges());
    before.current = status;
  }, [status]);
  return (
    <div role="status" className={styles.region}>
      {isKept && login && (
        <p className={styles.bar}>
          You've been signed out, but what you typed is still here.{' '}
          <a href={login.path} target="_blank" rel="noopener">
            Log in again in a new tab
          </a>
        </p>
      )}
    </div>
  );
}
