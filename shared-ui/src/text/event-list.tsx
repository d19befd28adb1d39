import type { ReactNode } from 'react';
import styles from './event-list.module.css';

export const EventList = ({ children }: { children: ReactNode }) => (
  <ol className={styles.events}>{children}</ol>
);

export interface EventItemProps {
  time: string;
  /** ISO 8601. */
  dateTime: string;
  children: ReactNode;
}

export const EventItem = ({ time, dateTime, children }: EventItemProps) => (
  <li>
    <time dateTime={dateTime}>{time}</time>
    <span>{children}</span>
  </li>
);
