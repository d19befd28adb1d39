import {
  isApiError,
  load,
  PageContent,
  type PageResult,
  ReloadFailed,
  type RouteHandle,
  readPage,
  type ShellApi,
} from '@carry/remote-kit';
import type { OperatorSession } from '@carry/remote-kit/own-answers';
import { paths } from '@carry/remote-kit/paths';
import { type ComponentType, type ReactNode, Suspense } from 'react';
import { Await, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router-dom';
import { ConsoleContent, ConsoleFrame } from '../console/console-frame';
import { Failed } from '../console/failed';
import { Loading } from '../console/parts';
import { getSession } from '../second-factor/api';
import { SecondFactor } from '../second-factor/second-factor';
import { Unlock } from '../second-factor/unlock';

interface Location {
  params: Readonly<Record<string, string | undefined>>;
  query: URLSearchParams;
}

interface ConsolePageOptions<T> {
  title: string;
  /** The data in words, such as "the bookings". */
  subject: string;
  query?: readonly string[];
  read(shell: ShellApi, location: Location): Promise<T>;
  Content: ComponentType<{ data: T }>;
}

/** The console asks for the second factor. */
class LockedError extends Error {
  readonly session: OperatorSession;

  constructor(session: OperatorSession) {
    super('no operator session');
    this.session = session;
  }
}

/** Returns the search, the cursor and the named filters of an address as a query of the API. */
export function listQuery(query: URLSearchParams, filters: readonly string[] = []): string {
  const parameters = ['q', 'below', ...filters].flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(parameters).toString();
}

/** Returns the API's query of a list that shares its page, and so has a cursor of another name. */
export function sharedPageQuery(query: URLSearchParams, cursor: string, state = ''): string {
  const below = query.get(cursor);
  return new URLSearchParams({ ...(state && { state }), ...(below && { below }) }).toString();
}

/** Returns the data; null without the role. Throws {@link LockedError} if the second factor is missing. */
async function readGuarded<T>(shell: ShellApi, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (!isApiError(error) || error.status !== 403) throw error;
  }
  let session: OperatorSession;
  try {
    session = await getSession(shell.api);
  } catch (error) {
    if (isApiError(error) && [403, 404].includes(error.status)) return null;
    throw error;
  }
  throw new LockedError(session);
}

/** True while the page waits for a new second factor, whose recovery codes are shown once. */
const isReset = (result: PageResult<unknown>): boolean =>
  'error' in result && result.error instanceof LockedError && !result.error.session.enrolled;

/** Returns the route of a console page. Without an operator session it asks for the second factor. */
export function consolePage<T extends object>(
  shell: ShellApi,
  { title, subject, query = [], read, Content }: ConsolePageOptions<T>,
) {
  const loader = ({ params, request }: LoaderFunctionArgs) => {
    if (shell.auth.store.getState().status === 'signed-out') throw redirect(paths.login);
    const location = { params, query: new URL(request.url).searchParams };
    return load(shell, {
      loaded: readPage(
        shell,
        readGuarded(shell, () => read(shell, location)),
      ),
    });
  };
  const loading = <Loading status={`Loading ${subject}...`} />;
  const showFailure = (error: unknown) =>
    error instanceof LockedError ? (
      <SecondFactor session={error.session} />
    ) : (
      <Failed error={error} subject={subject} />
    );
  const show = (result: PageResult<T | null>): ReactNode => (
    <PageContent
      result={result}
      failed={showFailure}
      notice={(error) =>
        error instanceof LockedError ? (
          <Unlock session={error.session} />
        ) : (
          <ReloadFailed error={error} />
        )
      }
    >
      {(data) =>
        data ? (
          <ConsoleContent isInert={isReset(result)}>
            <Content data={data} />
          </ConsoleContent>
        ) : (
          <p>This page is for the operators of this site.</p>
        )
      }
    </PageContent>
  );
  function ConsolePage() {
    const { loaded } = useLoaderData() as {
      loaded: Promise<PageResult<T | null>>;
    };
    return (
      <ConsoleFrame title={title}>
        <Suspense fallback={loading}>
          <Await resolve={loaded}>{show}</Await>
        </Suspense>
      </ConsoleFrame>
    );
  }
  const handle: RouteHandle = {
    private: true,
    query,
    head: ({ site }) => ({ title: `${title} | ${site.name}`, noindex: true }),
  };
  return {
    loader,
    Component: ConsolePage,
    HydrateFallback: () => <ConsoleFrame title={title}>{loading}</ConsoleFrame>,
    handle,
  };
}
