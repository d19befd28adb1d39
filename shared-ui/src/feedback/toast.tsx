import { useEffect, useRef, useState } from 'react';
import { close, Icon } from '../media/icon';
import styles from './toast.module.css';

const SHOWN_MS = 6000;
const SHOWN_WITH_ACTION_MS = 8000;

export interface ToastCardProps {
  message: string;
  /** Something to do about it, such as taking it back. */
  action?: { label: string; run(): void } | undefined;
  onDismiss(): void;
}

/** A short success message; its clock stands still under the pointer and while it has focus. */
export function ToastCard({ message, action, onDismiss }: ToastCardProps) {
  const shown = action ? SHOWN_WITH_ACTION_MS : SHOWN_MS;
  const [held, setHeld] = useState(false);
  const dismiss = useRef(onDismiss);
  dismiss.current = onDismiss;
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => dismiss.current(), shown);
    return () => clearTimeout(timer);
  }, [held, shown]);
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
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            onDismiss();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label="Dismiss" onClick={onDismiss}>
        <Icon path={close} />
      </button>
    </div>
  );
}
