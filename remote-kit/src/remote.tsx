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
 * What a loader returns of several calls at once: on the server their results, so that the HTML holds them;
 * in the browser the pending promises, so that the page appears at once and shows its loading text.
 */
export async function load<T extends Record<string, Promise<unknown>>>(
  shell: ShellApi,
  calls: T,
): Promise<Settled<T>> {
  if (shell.rendering === 'browser') {
    for (const call of Object.values(calls)) call.catch(() => {}); // shown by <Await>, which may mount later
    return calls;
  }
  const results = await Promise.all(
    Object.entries(calls).map(async ([key, call]) => [key, await call] as const),
  );
  return Object.fromEntries(results) as Settled<T>;
}
