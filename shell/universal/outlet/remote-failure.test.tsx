import { CONTRACT_VERSION, type RemoteModule } from '@carry/contracts/shell';
import { createFakeShell, fakeSite } from '@carry/remote-kit/fake-shell';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useLayoutEffect, useState } from 'react';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Host, HostProvider } from '../host/host';
import { prepareBranch } from '../routing/prepare-branch';
import { RemoteFailure } from './remote-failure';

const FAILED = 'This part of the page could not be loaded';
const HOUR_MS = 3_600_000;
const report = vi.fn();
const forget = vi.fn(async () => {});
const host = {
  site: fakeSite,
  report,
  composition: { forget, warm: async () => {} },
} as Partial<Host> as Host;

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const show = (children: Parameters<typeof createMemoryRouter>[0], at: string) => {
  const Frame = () => (
    <>
      <header>
        <Link to="/other">Other</Link>
      </header>
      <Outlet />
    </>
  );
  const routes = [{ Component: Frame, HydrateFallback: () => null, children }];
  render(
    <HostProvider value={host}>
      <RouterProvider router={createMemoryRouter(routes, { initialEntries: [at] })} />
    </HostProvider>,
  );
};
const failed = () => screen.findByRole('heading', { name: FAILED });

/** A route that loads only while the remote answers. */
function flakyRoute() {
  const state = { isDown: true, tries: 0 };
  const loader = () => {
    state.tries++;
    if (state.isDown) throw new Error('down');
    return null;
  };
  const Component = () => <h1>Here</h1>;
  return { state, route: { path: '/a', loader, Component, ErrorBoundary: RemoteFailure } };
}

test('tries once for each press of Retry, and then shows the page', {
  tags: ['@fault-A7'],
}, async () => {
  const { state, route } = flakyRoute();
  show([route], '/a');
  await failed();
  for (let press = 1; press <= 5; press++) {
    fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
    await vi.waitFor(() => expect(state.tries).toBe(press + 1));
    await failed();
    expect(forget).toHaveBeenCalledTimes(press);
  }
  state.isDown = false;
  fireEvent.click(await screen.findByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Here' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: FAILED })).toBeNull();
});

test('tries by itself when the connection returns, and never by a timer', {
  tags: ['@fault-A11'],
}, async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const { state, route } = flakyRoute();
  show([route], '/a');
  await failed();
  await act(() => vi.advanceTimersByTimeAsync(HOUR_MS));
  expect([state.tries, forget.mock.calls.length]).toEqual([1, 0]);
  act(() => void window.dispatchEvent(new Event('online')));
  await vi.waitFor(() => expect(state.tries).toBe(2));
  await act(() => vi.advanceTimersByTimeAsync(HOUR_MS));
  expect([state.tries, forget.mock.calls.length]).toEqual([2, 1]);
});

test.each([
  ['after the visitor has left', () => null],
  ['while the visitor leaves', () => new Promise((resolve) => setTimeout(resolve, 100, null))],
])('does not return to the page %s', async (_, loader) => {
  let end = () => {};
  forget.mockReturnValueOnce(
    new Promise((resolve) => {
      end = resolve;
    }),
  );
  const { state, route } = flakyRoute();
  show([route, { path: '/other', loader, Component: () => <h1>Other page</h1> }], '/a');
  await failed();
  state.isDown = false;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await act(async () => void fireEvent.click(screen.getByRole('link', { name: 'Other' })));
  await act(async () => end());
  expect(await screen.findByRole('heading', { name: 'Other page' })).toBeTruthy();
  expect(state.tries).toBe(1);
});

test('keeps the place of the drawing until its details are loaded', async () => {
  show([flakyRoute().route], '/a');
  await failed();
  const drawing = document.querySelector('svg[data-stage]');
  expect(drawing).not.toBeNull();
  await vi.waitFor(() => expect(drawing?.querySelectorAll('path').length).toBeGreaterThan(3));
});

const endless = {
  'its render': () => {
    const [count, setCount] = useState(0);
    setCount(count + 1);
    return count;
  },
  'a layout effect': () => {
    const [count, setCount] = useState(0);
    useLayoutEffect(() => setCount(count + 1));
    return count;
  },
};

test.each(Object.entries(endless))(
  'ends an infinite re-render in %s and reports its release',
  async (_, Component) => {
    const { shell } = createFakeShell();
    const remote = (routes: unknown[]): RemoteModule =>
      ({ contractVersion: CONTRACT_VERSION, createRoutes: () => routes }) as RemoteModule;
    const branches = await Promise.all([
      prepareBranch(remote([{ id: 'a', path: '/a', Component }]), shell, '/a'),
      prepareBranch(
        remote([{ id: 'other', path: '/other', Component: () => <h1>Sound</h1> }]),
        shell,
        '/other',
      ),
    ]);
    show(branches, '/a');
    await failed();
    expect(report).toHaveBeenCalledWith(
      expect.objectContaining({ message: expect.stringMatching(/re-renders|update depth/) }),
      { name: shell.remote.name, version: shell.remote.version },
    );
    fireEvent.click(screen.getByRole('link', { name: 'Other' }));
    expect(await screen.findByRole('heading', { name: 'Sound' })).toBeTruthy();
  },
);
