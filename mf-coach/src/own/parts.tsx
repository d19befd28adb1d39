import { Button } from '@carry/ui';
import type { ReactNode } from 'react';
import styles from './parts.module.css';

export const Note = ({ children }: { children: ReactNode }) => (
  <p className={styles.quiet}>{children}</p>
);

export const Rows = ({ children }: { children: ReactNode }) => (
  <ul className={styles.rows}>{children}</ul>
);

export const Fields = ({ children }: { children: ReactNode }) => (
  <div className={styles.fields}>{children}</div>
);

/** `label` is the accessible name, with the row that the button changes. */
export const SmallButton = ({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick(): void;
  children: ReactNode;
}) => (
  <Button variant="quiet" small aria-label={label} onClick={onClick}>
    {children}
  </Button>
);
