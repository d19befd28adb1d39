import { paths } from '@carry/remote-kit/paths';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import styles from './own.module.css';

const tabs = [
  { to: paths.coachDashboard, name: 'Bookings' },
  { to: paths.coachAvailability, name: 'Availability' },
  { to: paths.coachProfile, name: 'Profile' },
  { to: paths.coachEarnings, name: 'Earnings' },
  { to: paths.coachReviews, name: 'Reviews' },
  { to: paths.coachWaitingList, name: 'Waiting list' },
];

export function CoachFrame({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation();
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{title}</h1>
      <nav className={styles.tabs} aria-label="Coach">
        {tabs.map(({ to, name }) => (
          <Link key={to} to={to} aria-current={to === pathname ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}
