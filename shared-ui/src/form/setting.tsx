import { type ReactNode, useId } from 'react';
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
