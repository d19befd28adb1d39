import { type FocusEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { close, Icon } from '../media/icon';
import styles from './toast.module.css';

const SHOWN_MS = 6000;
const SHOWN_WITH_ACTION_MS = 8000;

/** Focused element before the toasts. */
let before: Element | null = null;

function rememberFocus({ relatedTarget, currentTarget }: FocusEvent): void {
  if (!currentTarget.parentElement?.contains(relatedTarget)) before = relatedTarget;
}

/** Moves the focus out of a toast that closes: to the next toast, else back, else to the heading. */
function leave(toast: HTMLElement | null): void {
  if (!toast?.contains(document.activeElement)) return;
  const siblings = [toast.nextElementSibling, toast.previousElementSibling];
  const buttons = siblings.map((sibling) => sibling?.querySelector('button:last-child'));
  for (const target of [...buttons, before, document.querySelector('h1')]) {
    if (target instanceof HTMLElement) target.focus({ preventScroll: true });
    if (document.activeElement === target) return;
  }
}

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
  const card = useRef<HTMLDivElement>(null);
  const hide = () => {
    leave(card.current);
    onDismiss();
  };
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => dismiss(), duration);
    return () => clearTimeout(timer);
  }, [paused, duration]);
  return (
    <div
      ref={card}
      role="alert"
      className={styles.toast}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={(event) => {
        rememberFocus(event);
        setFocused(true);
      }}
      onBlur={() => setFocused(false)}
    >
      <span>{message}</span>
      {action && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            hide();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <button type="button" aria-label="Dismiss" onClick={hide}>
        <Icon path={close} />
      </button>
    </div>
  );
}
