import type { ReactNode } from 'react';
import styles from './badge.module.css';

interface BadgeProps {
  tone: 'info' | 'success' | 'warning' | 'danger' | 'plain';
  title?: string;
  children: ReactNode;
}

export const Badge = ({ tone, title, children }: BadgeProps) => (
  <span className={`${styles.badge} ${styles[tone]}`} title={title}>
    {children}
  </span>
);
