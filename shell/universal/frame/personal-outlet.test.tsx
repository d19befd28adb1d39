import { ApiError } from '@carry/contracts/shell';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider, redirect } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Host, HostProvider } from '../host/host';
import { createSession } from '../session/session';
import { ACCESS_KEY, createTokenStore } from '../session/tokens';
import { PersonalOutlet } from './personal-outlet';

const createToken = (sub: string) =>
  `h.${btoa(JSON.stringify({ sub, exp: Date.now() / 1000 + 600 }))}.s`;

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

/** Opens a private page of a member whose profile is missing. */
async function open() {
  const tokens = createTokenStore(localStorage);
  tokens.save({ access: createToken('1') });
  const fail = () => Promise.reject(new ApiError('network', 0));
  const client = { get: fail, post: fail };
  const session = createSession({
    calls: { profile: '/api/me/', renew: '/api/token/refresh/' },
    tokens,
    now: Date.now,
    open: client,
    asUser: () => client,
    onEnd: () => {},
  });
  session.start();
  const statuses = new Set<string>();
  const loader = vi.fn(() => {
    if (session.store.getState().status === 'signed-out') throw redirect('/login');
    return { owner: tokens.access() };
  });
  const Page = () => {
    statuses.add(session.store.getState().status);
    return <p>Private</p>;
  };
  const router = createMemoryRouter(
    [
      {
        Component: PersonalOutlet,
        HydrateFallback: () => null,
        children: [
          { path: '/account', loader, Component: Page, handle: { private: true } },
          { path: '/login', element: <p>Login</p> },
        ],
      },
    ],
    { initialEntries: ['/account'] },
  );
  await act(async () => {
    render(
      <HostProvider value={{ auth: session } as unknown as Host}>
        <RouterProvider router={router} />
      </HostProvider>,
    );
  });
  const reads = () => loader.mock.results.map(({ value }) => value?.owner);
  return { session, statuses, reads };
}

test.each<[string, (access: string, session: ReturnType<typeof createSession>) => unknown]>([
  [
    'in another tab',
    (access) => {
      localStorage.setItem(ACCESS_KEY, access);
      window.dispatchEvent(Object.assign(new Event('storage'), { key: ACCESS_KEY }));
    },
  ],
  ['here', (access, session) => session.signIn({ access, refresh: 'r' })],
])("loads a private page again after another person's sign-in %s", async (_, signIn) => {
  const { session, statuses, reads } = await open();
  const [kim, lee] = [createToken('1'), createToken('2')];
  await act(async () => void (await signIn(lee, session)));
  await screen.findByText('Private');
  expect(reads()).toEqual([kim, lee].map((token) => expect.stringContaining(token.slice(0, 20))));
  expect([...statuses]).toEqual(['signed-in']);
});

test('leaves a private page after a sign-out', async () => {
  const { session } = await open();
  await act(async () => session.signOut());
  await screen.findByText('Login');
});
