import { useEffect, useEffectEvent, useState } from 'react';
import { close, Icon } from '../media/icon';
import styles from './toast.module.css';

const SHOWN_MS = 6000;
const SHOWN_WITH_ACTION_MS = 8000;

export interface ToastCardProps {
  message: string;
  action?: { label: string; run(): void } | undefined;
  onDismiss(): void;
}

/** A short success message. Its timer pauses on hover and focus. */
export function ToastCard({ message, action, onDismiss }: ToastCardProps) {
  const duration = action ? SHOWN_WITH_ACTION_MS : SHOWN_MS;
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const paused = hovered || focused;
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => dismiss(), duration);
    return () => clearTimeout(timer);
  }, [paused, duration]);
  return (
    <div
      role="alert"
      className={styles.toast}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
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
