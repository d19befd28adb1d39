import { type ReactNode, useId } from 'react';
import { SkeletonText } from '../feedback/skeleton';
import { Card } from '../layout/card';
import styles from './setting.module.css';
import { useKeptFocus } from './use-kept-focus';

export interface SettingProps {
  title: string;
  description: ReactNode;
  children: ReactNode;
}

export function Setting({ title, description, children }: SettingProps) {
  const id = useId();
  const section = useKeptFocus<HTMLElement>();
  return (
    <section ref={section} className={styles.setting} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id}>{title}</h2>
        <p>{description}</p>
      </div>
      <Card className={styles.panel}>{children}</Card>
    </section>
  );
}

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
