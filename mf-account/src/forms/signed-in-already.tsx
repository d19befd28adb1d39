import { useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { Banner } from '@carry/ui';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import styles from './forms.module.css';

/** Also server-rendered; CSS shows it only if a session is stored. */
export function SignedInAlready() {
  const { status, user } = useStore(useShell().auth.store);
  if (status === 'signed-out') return null;
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
