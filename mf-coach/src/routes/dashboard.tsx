import { type AuthState, type RouteHandle, type ShellApi, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import { readIsCoach } from '../own/api';

const PROFILE_PATIENCE_MS = 3000;

/** Redirects coaches to their bookings, students to their sessions and visitors to the login. */
function Dashboard() {
  const target = useTarget(useShell());
  return target ? <Navigate to={target} replace /> : <p role="status">Loading...</p>;
}

const getTarget = ({ status, user }: AuthState) => {
  if (status === 'signed-out') return paths.login;
  if (status === 'signed-in' && user) return user.is_coach ? paths.coachDashboard : paths.sessions;
  return null;
};

/** Asks for a late profile again: the first call may have failed. */
function useTarget({ api, auth: { store } }: ShellApi): string | null {
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    const update = () => setTarget(getTarget(store.getState()));
    update();
    const late = setTimeout(async () => {
      if (getTarget(store.getState())) return;
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
