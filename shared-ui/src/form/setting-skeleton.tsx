import type { ReactNode } from 'react';
import { SkeletonText } from '../feedback/skeleton';
import { Card } from '../layout/card';
import styles from './setting.module.css';

export interface SettingSkeletonProps {
  status?: string;
  /** Letters of the description. */
  description: number;
  children: ReactNode;
}

export const SettingSkeleton = ({ status, description, children }: SettingSkeletonProps) => (
  <section className={styles.setting}>
    <div className={styles.about}>
      {status ? (
        <p role="status" className={styles.status}>
          {status}
        </p>
      ) : (
        <p className={styles.status} aria-hidden="true">
          <SkeletonText letters={12} />
        </p>
      )}
      <p aria-hidden="true">
        <SkeletonText letters={description} />
      </p>
    </div>
    <Card className={styles.panel} aria-hidden="true">
      {children}
    </Card>
  </section>
);
