import { type AuthState, type RouteHandle, type ShellApi, useShell } from '@carry/remote-kit';
import { paths } from '@carry/remote-kit/paths';
import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';

const PROFILE_PATIENCE_MS = 3000;

/** Redirects coaches to their bookings, students to their sessions and visitors to the login. */
function Dashboard() {
  const { auth } = useShell();
  const target = useTarget(auth);
  return target ? <Navigate to={target} replace /> : <p role="status">Loading...</p>;
}

const getTarget = ({ status, user }: AuthState) => {
  if (status === 'signed-out') return paths.login;
  if (status === 'signed-in' && user) return user.is_coach ? paths.coachDashboard : paths.sessions;
  return null;
};

function useTarget({ store }: ShellApi['auth']): string | null {
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    const update = () => setTarget(getTarget(store.getState()));
    update();
    const giveUp = setTimeout(
      () => setTarget((target) => target ?? paths.sessions),
      PROFILE_PATIENCE_MS,
    );
    const unsubscribe = store.subscribe(update);
    return () => {
      clearTimeout(giveUp);
      unsubscribe();
    };
  }, [store]);
  return target;
}

const handle: RouteHandle = {
  query: [],
  head: ({ site }) => ({ title: `Dashboard | ${site.name}`, noindex: true }),
};

export const route = () => ({ Component: Dashboard, handle });
