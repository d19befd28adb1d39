import {
  assetPath,
  FailureReference,
  isApiError,
  load,
  Retry,
  type RouteHandle,
  type ShellApi,
  useShell,
} from '@carry/remote-kit';
import { paths, refusedSession } from '@carry/remote-kit/paths';
import { arrowLeft, Icon, LinkButton, State } from '@carry/ui';
import { type ReactNode, Suspense, useEffect } from 'react';
import {
  Await,
  Link,
  type LoaderFunctionArgs,
  Navigate,
  redirect,
  useAsyncError,
  useLoaderData,
  useParams,
} from 'react-router-dom';
import missing from '../art/empty.svg';
import broken from '../art/error.svg';
import styles from '../session/session.module.css';
import { SessionDetail } from '../session/session-detail';
import { SessionDetailSkeleton } from '../session/session-detail-skeleton';
import { getSession, type SessionPage } from '../sessions/api';

const RETURN = 'return';

/** Offers the page again after the login, which leads to the home page. */
const offerReturn = ({ drafts }: Pick<ShellApi, 'drafts'>, bookingId = '') =>
  drafts.save(RETURN, true, { path: paths.session(bookingId), title: `to booking ${bookingId}` });

export function route(shell: ShellApi) {
  let shown: string | undefined;
  const loader = ({ params: { bookingId = '' } }: LoaderFunctionArgs) => {
    if (shell.auth.store.getState().status === 'signed-out') {
      if (shown !== bookingId) offerReturn(shell, bookingId); // a sign-out on the page leaves no trace
      throw redirect(paths.login);
    }
    shell.drafts.clear(RETURN);
    const session = getSession(shell.api, bookingId);
    session.then(
      () => {
        shown = bookingId;
      },
      () => {},
    );
    return load(shell, { session });
  };
  return { loader, Component: SessionRoute, HydrateFallback: SessionLoading, handle };
}

const Frame = ({ children }: { children: ReactNode }) => (
  <div className={styles.page}>
    <p>
      <Link to={paths.sessions} className={styles.back}>
        <Icon path={arrowLeft} /> My Sessions
      </Link>
    </p>
    {children}
  </div>
);

const SessionLoading = () => (
  <Frame>
    <SessionDetailSkeleton />
  </Frame>
);

function SessionRoute() {
  const { bookingId } = useParams();
  const { session } = useLoaderData() as { session: Promise<SessionPage | null> };
  return (
    <Frame>
      <Suspense key={bookingId} fallback={<SessionDetailSkeleton />}>
        <Await resolve={session} errorElement={<SessionFailed />}>
          {(data: SessionPage | null) => (data ? <SessionDetail data={data} /> : <NotFound />)}
        </Await>
      </Suspense>
    </Frame>
  );
}

const NotFound = () => (
  <>
    <h1 tabIndex={-1}>Session not found</h1>
    <State drawing={assetPath(missing)} role="alert">
      <p>We couldn't find this session in your account.</p>
      <LinkButton as={Link} to={paths.sessions} variant="quiet">
        My Sessions
      </LinkButton>
    </State>
  </>
);

function SessionFailed() {
  const error = useAsyncError();
  const shell = useShell();
  const { bookingId } = useParams();
  const isSignedOut = isApiError(error) && error.status === 401;
  useEffect(() => {
    if (isSignedOut) offerReturn(shell, bookingId);
  }, [isSignedOut, shell, bookingId]);
  if (isSignedOut) return <Navigate to={paths.login} replace state={refusedSession} />;
  return (
    <>
      <h1 tabIndex={-1}>Session</h1>
      <State drawing={assetPath(broken)} role="alert">
        <p>We couldn't load this session.</p>
        <FailureReference />
        <Retry />
      </State>
    </>
  );
}

const handle: RouteHandle = {
  private: true,
  query: [],
  head: ({ site }) => ({ title: `Session | ${site.name}`, noindex: true }),
};
