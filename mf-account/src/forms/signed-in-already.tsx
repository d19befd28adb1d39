import { useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Banner } from '@carry/ui';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import { useArrival } from './arrival';
import styles from './forms.module.css';

/** Also server-rendered; CSS shows it only if a session is stored. Hidden after a refused session, which would lead back here. */
export function SignedInAlready() {
  const { status, user } = useStore(useShell().auth.store);
  const { isRefused } = useArrival();
  if (status === 'signed-out' || isRefused) return null;
  return (
    <Banner
      tone="info"
      className={styles.signedIn}
      data-unknown={status === 'unknown' || undefined}
    >
      <p>
        You're already signed in. Go to{' '}
        {user?.is_coach ? (
          <Link to={paths.coachDashboard}>Coach Dashboard</Link>
        ) : (
          <Link to={paths.sessions}>My Sessions</Link>
        )}{' '}
        or <Link to={paths.home}>Home</Link>.
      </p>
    </Banner>
  );
}
