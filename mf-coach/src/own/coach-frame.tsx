import { paths } from '@carry/remote-kit/paths';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router-dom';
import styles from './own.module.css';
import { useUser } from './session';

const tabs = [
  { to: paths.coachDashboard, name: 'Bookings' },
  { to: paths.coachAvailability, name: 'Availability' },
  { to: paths.coachProfile, name: 'Profile' },
  { to: paths.coachEarnings, name: 'Earnings' },
  { to: paths.coachReviews, name: 'Reviews' },
  { to: paths.coachWaitingList, name: 'Waiting list' },
];

/** Shows tabs to coaches, and while the profile loads, so that the page does not move. */
export function CoachFrame({ title, children }: { title: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const user = useUser();
  const isCoach = user === null || user.is_coach === true;
  return (
    <div className={styles.page}>
      <h1 tabIndex={-1}>{title}</h1>
      {isCoach && (
        <nav className={styles.tabs} aria-label="Coach">
          {tabs.map(({ to, name }) => (
            <Link key={to} to={to} aria-current={to === pathname ? 'page' : undefined}>
              {name}
            </Link>
          ))}
        </nav>
      )}
      {children}
    </div>
  );
}
