import { type AuthState, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { LinkButton } from '@carry/ui';
import { Link } from 'react-router-dom';
import { useStore } from 'zustand';
import styles from './forms.module.css';

/** Leads back to an unfinished booking, or to the sessions, which a coach has on the dashboard. `/dashboard` waits for a late profile. */
export function NextStep() {
  const { auth, drafts } = useShell();
  const { user } = useStore(auth.store);
  const [offer] = drafts.offers();
  const [path, title] = getOwnPage(user);
  return (
    <LinkButton as={Link} to={offer?.path ?? path} className={styles.submit}>
      {offer ? `Continue ${offer.title}` : title}
    </LinkButton>
  );
}

function getOwnPage(user: AuthState['user']): [path: string, title: string] {
  if (!user) return [paths.dashboard, 'Continue'];
  return user.is_coach
    ? [paths.coachDashboard, 'Coach Dashboard']
    : [paths.sessions, 'My Sessions'];
}
