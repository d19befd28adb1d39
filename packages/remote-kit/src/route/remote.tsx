import {
  CONTRACT_VERSION,
  type FlagDeclarations,
  type RemoteModule,
  type RemoteRoute,
  type RouteParts,
  type ShellApi,
} from '@carry/contracts/shell';
import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router-dom';
import { UnsavedGuard } from '../unsaved/unsaved';
import { followSession, type InSession } from './session';

export type NoFlags = Record<never, never>;

/** The shell's API with a value for each feature flag that the remote declares. */
export type RemoteShell<Flags extends FlagDeclarations = NoFlags> = Omit<ShellApi, 'flags'> & {
  readonly flags: { readonly [Name in keyof Flags]: boolean };
};

/** The shell of a component, in the session that it was rendered for. */
export type PageShell<Flags extends FlagDeclarations = NoFlags> = RemoteShell<Flags> & InSession;

export const ShellContext = createContext<(ShellApi & InSession) | null>(null);

/**
 * Returns the shell's API. Throws outside of a remote's routes.
 *
 * @example const { flags } = useShell<typeof ownFlags>();
 */
export function useShell<Flags extends FlagDeclarations = NoFlags>(): PageShell<Flags> {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell must be used inside routes of defineRemote');
  return shell as PageShell<Flags>;
}

interface ShellProviderProps {
  sessions: ReturnType<typeof followSession<ShellApi>>;
  children: ReactNode;
}

export function ShellProvider({ sessions: { subscribe, get }, children }: ShellProviderProps) {
  return <ShellContext value={useSyncExternalStore(subscribe, get, get)}>{children}</ShellContext>;
}

export function withDefaults<Flags extends FlagDeclarations>(shell: ShellApi, flags: Flags) {
  const values: Record<string, boolean> = {};
  for (const [name, flag] of Object.entries(flags))
    values[name] = shell.flags[name] ?? flag.default;
  return { ...shell, flags: values } as RemoteShell<Flags>;
}

interface RemoteParts<Flags> extends Pick<RemoteModule, 'slots' | 'consumes'> {
  flags?: Flags;
}

/** Creates the module that a remote exposes: its routes, feature flags and slots, with a provider for {@link useShell}. */
export function defineRemote<const Flags extends FlagDeclarations = NoFlags>(
  routes: (shell: RemoteShell<Flags>) => RemoteRoute[],
  { flags = {} as Flags, ...slots }: RemoteParts<Flags> = {},
): RemoteModule {
  return {
    contractVersion: CONTRACT_VERSION,
    flags,
    ...slots,
    createRoutes(host) {
      const shell = withDefaults(host, flags);
      const sessions = followSession<ShellApi>(shell);
      const Layout = () => (
        <ShellProvider sessions={sessions}>
          <UnsavedGuard shell={shell}>
            <Outlet />
          </UnsavedGuard>
        </ShellProvider>
      );
      return [{ Component: Layout, children: routes(shell) }];
    },
  };
}

type RouteFile<Args extends unknown[]> = { route(...args: Args): RouteParts };

/** Creates a route whose file loads on demand; the build names its chunk `route-<id>`. Further arguments are passed to the file's `route`. */
export const lazyRoute = <Args extends unknown[]>(
  id: string,
  load: () => Promise<RouteFile<Args>>,
  ...args: Args
) => ({
  id,
  lazy: async () => (await load()).route(...args),
});

type Settled<T> = { [K in keyof T]: Awaited<T[K]> | T[K] };

/** A page waits this long for its data before it shows skeletons, which React would keep for 300 ms. Browsers only. */
const SKELETON_DELAY_MS = 250;

async function settleSoon<T extends Record<string, Promise<unknown>>>(
  calls: T,
): Promise<Settled<T>> {
  const results: Record<string, unknown> = { ...calls };
  const all = Object.entries(calls).map(([key, call]) =>
    call.then(
      (result) => {
        results[key] = result;
      },
      () => {}, // shown by <Await>, which may mount later
    ),
  );
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, SKELETON_DELAY_MS);
    void Promise.all(all).then(() => {
      clearTimeout(timer);
      resolve();
    });
  });
  return { ...results } as Settled<T>;
}

/** Returns the data of several calls for a loader. The server waits for all; the browser waits 250 ms and returns promises of pending ones. */
export async function load<T extends Record<string, Promise<unknown>>>(
  shell: ShellApi,
  calls: T,
): Promise<Settled<T>> {
  if (shell.rendering === 'browser') return settleSoon(calls);
  const results = await Promise.all(
    Object.entries(calls).map(async ([key, call]) => [key, await call] as const),
  );
  return Object.fromEntries(results) as Settled<T>;
}
