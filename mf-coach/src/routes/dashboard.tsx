import { type AuthState, type RouteHandle, type ShellApi, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { LinkButton } from '@carry/ui';
import { useEffect, useState } from 'react';
import { Link, Navigate } from 'react-router-dom';
import { readIsCoach } from '../own/api';
import styles from '../own/own.module.css';
import { useUser } from '../own/session';

const PROFILE_PATIENCE_MS = 3000;

/** Redirects coaches to their bookings, students to their sessions and visitors to the login. */
function Dashboard() {
  const shell = useShell();
  const user = useUser();
  const target = useTarget(shell);
  if (user && user.is_coach === undefined) return <Choice />;
  return target ? <Navigate to={target} replace /> : <p role="status">Loading...</p>;
}

/** Other servers may not name coaches. */
const Choice = () => (
  <div className={styles.page}>
    <h1 tabIndex={-1}>Dashboard</h1>
    <p>
      <LinkButton as={Link} to={paths.sessions}>
        My Sessions
      </LinkButton>{' '}
      <LinkButton as={Link} to={paths.coachDashboard} variant="quiet">
        Coach Dashboard
      </LinkButton>
    </p>
  </div>
);

const getTarget = ({ status, user }: AuthState) => {
  if (status === 'signed-out') return paths.login;
  if (status === 'signed-in' && user?.is_coach !== undefined)
    return user.is_coach ? paths.coachDashboard : paths.sessions;
  return null;
};

/** Asks for a late profile again: the first call may have failed. */
function useTarget({ api, auth: { store } }: ShellApi): string | null {
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    const update = () => setTarget(getTarget(store.getState()));
    update();
    const late = setTimeout(async () => {
      if (store.getState().user || getTarget(store.getState())) return;
      const isCoach = await readIsCoach(api);
      setTarget((target) => target ?? (isCoach ? paths.coachDashboard : paths.sessions));
    }, PROFILE_PATIENCE_MS);
    const unsubscribe = store.subscribe(update);
    return () => {
      clearTimeout(late);
      unsubscribe();
    };
  }, [api, store]);
  return target;
}

const handle: RouteHandle = {
  query: [],
  head: ({ site }) => ({ title: `Dashboard | ${site.name}`, noindex: true }),
};

export const route = () => ({ Component: Dashboard, handle });
