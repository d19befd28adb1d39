import type { ButtonHTMLAttributes, ElementType, MouseEvent, ReactNode } from 'react';
import { watchPresses } from '../layout/opener';
import styles from './button.module.css';

watchPresses();

const variants = { primary: styles.primary, quiet: '', danger: styles.danger };
type Variant = keyof typeof variants;

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: Variant;
  small?: boolean;
  /** Ignores clicks and shows `busyLabel`, but keeps the focus. */
  busy?: boolean;
  busyLabel?: string;
}

export function Button({
  variant = 'primary',
  small = false,
  busy = false,
  busyLabel,
  className = '',
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={`${styles.button} ${variants[variant]} ${small ? styles.small : ''} ${className}`}
      aria-disabled={busy || undefined}
      onClick={handleClick}
    >
      {busy && busyLabel ? busyLabel : children}
    </button>
  );
}

export interface LinkButtonProps {
  as?: ElementType;
  to?: string;
  href?: string;
  state?: unknown;
  /** `_blank` opens the link in a new tab, without access to this page. */
  target?: '_blank';
  variant?: Variant;
  className?: string | undefined;
  onClick?(event: MouseEvent): void;
  'aria-label'?: string;
  children: ReactNode;
}

export function LinkButton({
  as: Anchor = 'a',
  variant = 'primary',
  className = '',
  ...rest
}: LinkButtonProps) {
  const newTab = rest.target && { rel: 'noopener noreferrer' };
  return (
    <Anchor
      {...rest}
      {...newTab}
      className={`${styles.button} ${variants[variant]} ${className}`}
    />
  );
}
