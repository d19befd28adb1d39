import { Banner } from '@carry/ui';
import type { ReactNode } from 'react';
import styles from './account.module.css';

/** What went right, announced. */
export const Said = ({ children }: { children: ReactNode }) => (
  <div role="status" className={styles.said}>
    {children && (
      <Banner tone="success">
        <p>{children}</p>
      </Banner>
    )}
  </div>
);
