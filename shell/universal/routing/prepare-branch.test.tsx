import type { RemoteModule } from '@carry/contracts/shell';
import { CONTRACT_VERSION } from '@carry/contracts/shell';
import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import {
  createMemoryRouter,
  Link,
  Outlet,
  type RouteObject,
  RouterProvider,
  useLoaderData,
} from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { type Host, HostProvider } from '../host/host';
import { prepareBranch } from './prepare-branch';

afterEach(cleanup);

const host = { report: () => {}, serverHtml: null } as unknown as Host;

/** A remote whose only page has the same id as that of every other team. */
const createRemote = (path: string): RemoteModule => ({
  contractVersion: CONTRACT_VERSION,
  createRoutes: () =>
    [path, `${path}/more`].map((own, index) => ({
      Component: Outlet, // without an id, as the providers of a remote
      children: [
        {
          id: index ? 'more' : 'page',
          path: own,
          loader: () => `data of ${own}`,
          Component: () => <h1>{useLoaderData() as string}</h1>,
          HydrateFallback: () => null,
        },
      ],
    })) as unknown as ReturnType<RemoteModule['createRoutes']>,
});

const readBranch = (path: string): Promise<RouteObject> => {
  const { shell } = createFakeShell();
  const [, own = ''] = path.split('/');
  const remote = { name: `mf-${own}`, version: '1' };
  return prepareBranch(createRemote(`/${own}`), { ...shell, remote }, path);
};

test('keeps routes of two remotes with the same id apart', async () => {
  const Frame = () => (
    <>
      <Link to="/one">One</Link> <Link to="/one/more">More</Link> <Link to="/two">Two</Link>
      <Outlet />
    </>
  );
  const router = createMemoryRouter([{ id: 'frame', path: '/', Component: Frame }], {
    initialEntries: ['/'],
    async patchRoutesOnNavigation({ path, patch }) {
      patch('frame', [await readBranch(path)]);
    },
  });
  render(
    <HostProvider value={host}>
      <RouterProvider router={router} />
    </HostProvider>,
  );
  const pages = { One: '/one', More: '/one/more', Two: '/two' } as const;
  for (const name of ['One', 'More', 'Two', 'One', 'Two'] as const) {
    fireEvent.click(await screen.findByRole('link', { name }));
    expect(await screen.findByRole('heading', { name: `data of ${pages[name]}` })).toBeTruthy();
  }
  const ids = router.state.matches.map(({ route }) => route.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(Object.keys(router.state.loaderData)).toEqual([ids.at(-1)]);
});

test('shows the index route of a parent', async () => {
  const remote: RemoteModule = {
    contractVersion: CONTRACT_VERSION,
    createRoutes: () => [
      {
        path: '/help',
        Component: Outlet,
        children: [
          { id: 'start', index: true, lazy: async () => ({ Component: () => <h1>Start</h1> }) },
          { id: 'topic', path: ':topic', Component: () => <h1>Topic</h1> },
        ],
      },
    ],
  };
  const branch = await prepareBranch(remote, createFakeShell().shell, '/help');
  const router = createMemoryRouter([branch], { initialEntries: ['/help'] });
  render(
    <HostProvider value={host}>
      <RouterProvider router={router} />
    </HostProvider>,
  );
  expect(await screen.findByRole('heading', { name: 'Start' })).toBeTruthy();
});

test('keeps a page with unsaved changes after an expired session', async () => {
  const page = (await readBranch('/one')).children?.[0]?.children?.[0];
  const reloads = (address: string) =>
    page?.shouldRevalidate?.({
      currentUrl: new URL('http://x/one'),
      nextUrl: new URL(address, 'http://x'),
      defaultShouldRevalidate: true,
    } as never);
  const keepText = (event: Event) => event.preventDefault();
  expect(reloads('/one')).toBe(true);
  window.addEventListener('beforeunload', keepText);
  expect([reloads('/one'), reloads('/one?page=2')]).toEqual([false, true]);
  window.removeEventListener('beforeunload', keepText);
});
