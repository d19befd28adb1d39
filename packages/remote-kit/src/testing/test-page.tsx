import type { HeadTags, RemoteModule, RouteHandle } from '@carry/contracts/shell';
import { act, render } from '@testing-library/react';
import { createMemoryRouter, type RouteObject, RouterProvider } from 'react-router-dom';
import { createFakeShell, type FakeShellOptions } from './fake-shell';

type Router = ReturnType<typeof createMemoryRouter>;

const isIdle = ({ state }: Router) => state.initialized && state.navigation.state === 'idle';

const idle = (router: Router) =>
  new Promise<void>((resolve) => {
    const look = () => isIdle(router) && resolve();
    router.subscribe(look);
    look();
  });

/** Renders a remote's page with the fake shell, for tests; resolves when it has loaded. All other paths show a placeholder for another remote. */
export async function openPage(remote: RemoteModule, path: string, options: FakeShellOptions = {}) {
  const { shell, ...fake } = createFakeShell(options);
  const fallback: RouteObject = {
    id: 'others',
    path: '*',
    element: <p>A page of another remote</p>,
  };
  const router = createMemoryRouter([...(remote.createRoutes(shell) as RouteObject[]), fallback], {
    initialEntries: [path],
  });
  await idle(router);
  await act(async () => void render(<RouterProvider router={router} />));
  const head = (data?: unknown): HeadTags | undefined => {
    const match = router.state.matches.at(-1);
    const handle = match?.route.handle as RouteHandle | undefined;
    return handle?.head?.({ data, params: match?.params ?? {}, site: shell.site });
  };
  return { shell, ...fake, router, head };
}

async function setHidden(isHidden: boolean): Promise<void> {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')));
}

/** Hides the page and shows it again, as if the user came back to its tab after `ms`. */
export async function hidePage(ms: number): Promise<void> {
  const { now } = Date;
  const start = now();
  try {
    Date.now = () => start;
    await setHidden(true);
    Date.now = () => start + ms;
    await setHidden(false);
  } finally {
    Date.now = now;
    Reflect.deleteProperty(document, 'hidden');
  }
}
