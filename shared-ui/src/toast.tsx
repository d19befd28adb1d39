import { useEffect, useRef, useState } from 'react';
import styles from './toast.module.css';

const SHOWN_MS = 6000;

/** A short success message; its clock stands still under the pointer and while it has focus. */
export function ToastCard({ message, onDismiss }: { message: string; onDismiss(): void }) {
  const [held, setHeld] = useState(false);
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss.current(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [held]);
  return (
    <div
      role="alert"
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{message}</span>
      <button type="button" aria-label="Dismiss" onClick={onDismiss}>
        ×
      </button>
    </div>
  );
}
