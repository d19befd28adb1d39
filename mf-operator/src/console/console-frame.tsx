import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import styles from './console.module.css';
import { consolePaths } from './paths';
import { useFocusAfterRemoval } from './use-focus-after-removal';

const tabs = [
  { to: consolePaths.today, name: 'Today' },
  { to: consolePaths.bookings, name: 'Bookings' },
  { to: consolePaths.coaches, name: 'Coaches' },
  { to: consolePaths.members, name: 'Members' },
  { to: consolePaths.reports, name: 'Reports' },
  { to: consolePaths.waiting, name: 'Waiting lists' },
  { to: consolePaths.mails, name: 'Emails' },
  { to: consolePaths.revenue, name: 'Revenue' },
  { to: consolePaths.operators, name: 'Operators' },
  { to: consolePaths.record, name: 'Record' },
];

const isCurrent = (to: string, pathname: string) =>
  to === pathname || (to !== consolePaths.today && pathname.startsWith(`${to}/`));

export function ConsoleFrame({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const page = useFocusAfterRemoval<HTMLDivElement>();
  return (
    <div ref={page} className={styles.page}>
      <h1 tabIndex={-1}>{title}</h1>
      <nav className={styles.tabs} aria-label="Operator">
        {tabs.map(({ to, name }) => (
          <Link key={to} to={to} aria-current={isCurrent(to, pathname) ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}

interface ConsoleContentProps {
  isInert: boolean;
  children: ReactNode;
}

/** The data of a page. It can be seen but not used while it is inert. */
export const ConsoleContent = ({ isInert, children }: ConsoleContentProps) => (
  <div className={styles.content} inert={isInert}>
    {children}
  </div>
);
