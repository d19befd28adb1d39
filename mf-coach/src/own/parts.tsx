import { Button } from '@carry/ui';
import type { ReactNode } from 'react';
import styles from './parts.module.css';

/** A quiet line that says how things are here. */
export const Note = ({ children }: { children: ReactNode }) => (
  <p className={styles.quiet}>{children}</p>
);

/** Things that come one below the other, each with its fields. */
export const Rows = ({ children }: { children: ReactNode }) => (
  <ul className={styles.rows}>{children}</ul>
);

/** Fields beside each other, where there is room. */
export const Fields = ({ children }: { children: ReactNode }) => (
  <div className={styles.fields}>{children}</div>
);

/** Does something to one of several things; `label` says to which. */
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
