import type { ReactNode, Ref } from 'react';
import { chevronDown, Icon } from '../media/icon';
import styles from './fold.module.css';

export interface FoldProps {
  title: string;
  open: boolean;
  onToggle(open: boolean): void;
  children: ReactNode;
  ref?: Ref<HTMLDetailsElement>;
}

export const Fold = ({ title, open, onToggle, children, ref }: FoldProps) => (
  <details
    ref={ref}
    className={styles.fold}
    open={open}
    onToggle={({ currentTarget }) => currentTarget.open !== open && onToggle(currentTarget.open)}
  >
    <summary>
      <Icon path={chevronDown} />
      <h3>{title}</h3>
    </summary>
    <div className={styles.content}>{children}</div>
  </details>
);
