import { paths } from '@carry/remote-kit/paths';
import { Banner } from '@carry/ui';
import { Link } from 'react-router-dom';
import styles from './calendar.module.css';

/** Shown while the coach's own calendar cannot be read. */
export const CalendarProblem = ({ problem }: { problem: string }) => (
  <Banner tone="danger" className={styles.problem}>
    <p>
      We can't read your calendar, so its new events don't block times. {problem}{' '}
      <Link to={paths.coachAvailability}>Check your calendar</Link>
    </p>
  </Banner>
);
