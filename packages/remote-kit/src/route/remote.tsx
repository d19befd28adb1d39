import {
  CONTRACT_VERSION,
  type RemoteModule,
  type RemoteRoute,
  type RouteParts,
  type ShellApi,
} from '@carry/contracts/shell';
import { createContext, useContext } from 'react';
import { Outlet } from 'react-router-dom';

const ShellContext = createContext<ShellApi | null>(null);

/** The shell's API inside a remote's components. */
export function useShell(): ShellApi {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell needs routes made by defineRemote');
  return shell;
}

/** Makes the module that a remote exposes: its routes, with {@link useShell} working below them. */
export function defineRemote(routes: (shell: ShellApi) => RemoteRoute[]): RemoteModule {
  return {
    contractVersion: CONTRACT_VERSION,
    createRoutes(shell) {
      const Layout = () => (
        <ShellContext value={shell}>
          <Outlet />
        </ShellContext>
      );
      return [{ Component: Layout, children: routes(shell) }];
    },
  };
}

/** What a route's file brings: its component, loader and handle, made for one shell where it needs one. */
type RouteFile<Args extends unknown[]> = { route(...args: Args): RouteParts };

/**
 * A route whose file is loaded when a path needs it, with an id that names its chunk: the build sees these calls and gives the
 * import the name `route-<id>`, by which the release knows the files of the route. Arguments after the import go to the file's `route`.
 */
export const lazyRoute = <Args extends unknown[]>(
  id: string,
  load: () => Promise<RouteFile<Args>>,
  ...args: Args
) => ({
  id,
  lazy: async () => (await load()).route(...args),
});

type Settled<T> = { [K in keyof T]: Awaited<T[K]> | T[K] };

/**
 * How long a page of the browser waits for its data before it appears without them, in ms. A skeleton that is gone at once says
 * less than the page before, and React puts nothing in its place for 300 ms.
 */
const PATIENCE_MS = 250;

/** What has come of these calls by now, and the promises of the others. */
async function soonest<T extends Record<string, Promise<unknown>>>(calls: T): Promise<Settled<T>> {
  const come: Record<string, unknown> = { ...calls };
  const all = Object.entries(calls).map(([key, call]) =>
    call.then(
      (result) => {
        come[key] = result;
      },
      () => {}, // shown by <Await>, which may mount later
    ),
  );
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    void Promise.all(all).then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
  return { ...come } as Settled<T>;
}

/**
 * What a loader returns of several calls at once: on the server their results, so that the HTML holds them; in the browser the
 * results that come within a quarter of a second and the promises of the others, for which the page shows its loading text.
 */
export async function load<T extends Record<string, Promise<unknown>>>(
  shell: ShellApi,
  calls: T,
): Promise<Settled<T>> {
  if (shell.rendering === 'browser') return soonest(calls);
  const results = await Promise.all(
    Object.entries(calls).map(async ([key, call]) => [key, await call] as const),
  );
  return Object.fromEntries(results) as Settled<T>;
}
