import {
  assetPath,
  FailureReference,
  isApiError,
  load,
  Retry,
  type RouteHandle,
  type ShellApi,
  shouldReloadMonths,
  type Timeline,
} from '@carry/remote-kit';
import type { MySession } from '@carry/remote-kit/api';
import { paths, refusedSession } from '@carry/remote-kit/paths';
import { State } from '@carry/ui';
import { Suspense } from 'react';
import {
  Await,
  type LoaderFunctionArgs,
  Navigate,
  redirect,
  useAsyncError,
  useLoaderData,
} from 'react-router-dom';
import broken from '../art/error.svg';
import { readSessions } from '../sessions/read-sessions';
import { SessionList } from '../sessions/session-list';
import styles from '../sessions/sessions.module.css';
import { SessionsSkeleton } from '../sessions/sessions-skeleton';

export function route(shell: ShellApi) {
  const loader = ({ request }: LoaderFunctionArgs) => {
    if (shell.auth.store.getState().status === 'signed-out') throw redirect(paths.login);
    return load(shell, { sessions: readSessions(shell, new URL(request.url).searchParams) });
  };
  return {
    loader,
    shouldRevalidate: shouldReloadMonths,
    Component: Sessions,
    HydrateFallback: SessionsLoading,
    handle,
  };
}

function Sessions() {
  const { sessions } = useLoaderData() as { sessions: Promise<Timeline<MySession>> };
  return (
    <Frame>
      <Suspense fallback={<SessionsSkeleton />}>
        <Await resolve={sessions} errorElement={<SessionsFailed />}>
          {(sessions: Timeline<MySession>) => <SessionList timeline={sessions} />}
        </Await>
      </Suspense>
    </Frame>
  );
}

const Frame = ({ children }: { children: React.ReactNode }) => (
  <div className={styles.page}>
    <h1 tabIndex={-1}>My Sessions</h1>
    {children}
  </div>
);

const SessionsLoading = () => (
  <Frame>
    <SessionsSkeleton />
  </Frame>
);

function SessionsFailed() {
  const error = useAsyncError();
  if (isApiError(error) && error.status === 401)
    return <Navigate to={paths.login} replace state={refusedSession} />;
  console.warn('Failed to load the sessions.', error);
  return (
    <State drawing={assetPath(broken)}>
      <p>You have no booked sessions yet.</p>
      <p role="status">We couldn't load your sessions.</p>
      <FailureReference />
      <Retry />
    </State>
  );
}

const handle: RouteHandle = {
  private: true,
  query: [],
  head: ({ site }) => ({ title: `My Sessions | ${site.name}`, noindex: true }),
};
