import { Banner } from '@carry/ui';
import type { ReactNode } from 'react';
import styles from './account.module.css';

export const StatusMessage = ({ children }: { children: ReactNode }) => (
  <div role="status" className={styles.status}>
    {children && (
      <Banner tone="success">
        <p>{children}</p>
      </Banner>
    )}
  </div>
);
