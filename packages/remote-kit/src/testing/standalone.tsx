import { useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import {
  createBrowserRouter,
  generatePath,
  Outlet,
  type RouteObject,
  RouterProvider,
  redirect,
  useMatches,
} from 'react-router-dom';
import '@carry/ui/tokens.css';
import type { RemoteModule, RouteHandle } from '@carry/contracts/shell';
import { createFakeShell, type FakeShellOptions, fakeSite } from './fake-shell';

/** Returns the address of the first route with a path; each parameter is `1`. */
function findFirstPath(routes: readonly RouteObject[], base = ''): string | undefined {
  for (const { path, children = [] } of routes) {
    const pattern = path === undefined ? base : `${base}/${path}`.replaceAll(/\/+/g, '/');
    if (path !== undefined) {
      const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, '1']);
      return generatePath(pattern, { ...Object.fromEntries(names), '*': '' });
    }
    const found = findFirstPath(children, pattern);
    if (found !== undefined) return found;
  }
  return undefined;
}

async function settle(data: unknown): Promise<unknown> {
  if (typeof data !== 'object' || data === null) return data;
  const entries = Object.entries(data).map(async ([key, value]) => [
    key,
    await Promise.resolve(value).catch(() => undefined),
  ]);
  return Object.fromEntries(await Promise.all(entries));
}

function Page({ site }: Pick<FakeShellOptions, 'site'>) {
  const match = useMatches().findLast(({ handle }) => (handle as RouteHandle | undefined)?.head);
  useEffect(() => {
    let current = true;
    void settle(match?.loaderData).then((data) => {
      const { head } = (match?.handle ?? {}) as RouteHandle;
      const tags = head?.({ data, params: match?.params ?? {}, site: { ...fakeSite, ...site } });
      if (current && tags) document.title = tags.title;
    });
    return () => {
      current = false;
    };
  }, [match, site]);
  return <Outlet />;
}

/** Renders a remote without a site, with the fake shell; the URL selects the route, an unknown one opens the first. */
export function standalone(remote: RemoteModule, options: FakeShellOptions = {}): void {
  const { shell } = createFakeShell(options);
  const routes = remote.createRoutes(shell) as RouteObject[];
  const first = findFirstPath(routes);
  const others = first ? [{ path: '*', loader: () => redirect(first) }] : [];
  const element = <Page site={shell.site} />;
  const router = createBrowserRouter([{ element, children: [...routes, ...others] }]);
  const root = document.getElementById('root');
  if (root) createRoot(root).render(<RouterProvider router={router} />);
}
