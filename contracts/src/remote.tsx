import { createContext, useContext, useEffect, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { CONTRACT_VERSION, type RemoteModule, type RemoteRoute, type ShellApi } from './shell';

const ShellContext = createContext<ShellApi | null>(null);

/** The shell's API inside a remote's components. */
export function useShell(): ShellApi {
  const shell = useContext(ShellContext);
  if (!shell) throw new Error('useShell needs routes made by defineRemote');
  return shell;
}

/** Server time, ms since the epoch; under a shell that does not tell it, the browser's. */
export const serverNow = ({ now }: Pick<ShellApi, 'now'>): number => now?.() ?? Date.now();

const TICK_MS = 1000;

/**
 * What `read` makes of the server's time, looked at each second; null until the page is hydrated, because the server's HTML cannot know it.
 * Renders again only when the result is another one (`Object.is`), so `read` should answer a string, a number or null; it must be a stable function.
 */
export function useTime<T>(read: (now: number) => T): T | null {
  const shell = useShell();
  const [value, setValue] = useState<T | null>(null);
  useEffect(() => {
    const look = () => setValue(() => read(serverNow(shell)));
    look();
    const timer = setInterval(look, TICK_MS);
    return () => clearInterval(timer);
  }, [shell, read]);
  return value;
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

type Settled<T> = { [K in keyof T]: Awaited<T[K]> | T[K] };

/**
 * What a loader returns of several calls at once: on the server their results, so that the HTML holds them;
 * in the browser the pending promises, so that the page appears at once and shows its loading text.
 */
export async function load<T extends Record<string, Promise<unknown>>>(shell: ShellApi, calls: T): Promise<Settled<T>> {
  if (shell.rendering === 'browser') {
    for (const call of Object.values(calls)) call.catch(() => {}); // shown by <Await>, which may mount later
    return calls;
  }
  const results = await Promise.all(Object.entries(calls).map(async ([key, call]) => [key, await call] as const));
  return Object.fromEntries(results) as Settled<T>;
}
