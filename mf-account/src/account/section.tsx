import { type ReactNode, useId } from 'react';
import { Card } from 'shared-ui';
import styles from './account.module.css';

export interface SectionProps {
  title: string;
  /** A sentence below the title. */
  says: ReactNode;
  children: ReactNode;
}

/** One thing that an account has: what it is on the left, what can be done about it on the right. */
export function Section({ title, says, children }: SectionProps) {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.about}>
        <h2 id={id}>{title}</h2>
        <p>{says}</p>
      </div>
      <Card className={styles.panel}>{children}</Card>
    </section>
  );
}
