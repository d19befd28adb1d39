import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { hydrateRoot, type Root } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import type { LoaderFunction } from 'react-router';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { type Host, HostProvider } from '../../universal/host/host';
import { RemoteBox } from '../../universal/outlet/remote-box';
import { waitForHydration } from './hydration-hold';

let root: Root | undefined;

afterEach(() => {
  act(() => root?.unmount());
  cleanup();
  document.body.replaceChildren();
});

function Counter() {
  const [count, setCount] = useState(0);
  return (
    <button type="button" onClick={() => setCount(count + 1)}>
      {`${count} times`}
    </button>
  );
}

function open(onHydrated: () => unknown, onFrame: () => unknown = () => {}) {
  function Frame() {
    useEffect(() => void onFrame(), []);
    return <Outlet />;
  }
  const box = { element: RemoteBox({ name: 'mf-a', version: '1.0.0' }) };
  const router = createMemoryRouter([
    { Component: Frame, children: [{ ...box, children: [{ path: '/', Component: Counter }] }] },
  ]);
  const page = (
    <HostProvider value={{ onHydrated } as Partial<Host> as Host}>
      <RouterProvider router={router} />
    </HostProvider>
  );
  const place = document.createElement('div');
  place.append(document.createRange().createContextualFragment(renderToString(page)));
  document.body.append(place);
  root = hydrateRoot(place, page);
}

test('hydrates the frame before the remote and keeps the server HTML', async () => {
  const order: (string | null)[] = [];
  open(
    () => order.push(screen.getByRole('button').textContent),
    () => order.push('frame'),
  );
  const button = screen.getByRole('button');
  await vi.waitFor(() => expect(order).toEqual(['frame', '0 times']));
  fireEvent.click(button);
  expect(await screen.findByRole('button', { name: '1 times' })).toBe(button);
});

test('handles a click on a part that is not hydrated yet', async () => {
  open(() => {});
  fireEvent.click(screen.getByRole('button'));
  expect(await screen.findByRole('button', { name: '1 times' })).toBeDefined();
});

test('holds the first loaders until hydration or a timeout', async () => {
  vi.useFakeTimers();
  try {
    for (const hydrates of [true, false]) {
      const { done, holdLoaders } = waitForHydration();
      const load = vi.fn(() => null);
      const { children = [] } = holdLoaders({ children: [{ path: '/', loader: load }] });
      const [loader] = children.map((route) => route.loader as LoaderFunction);
      void loader?.({} as never);
      await vi.advanceTimersByTimeAsync(1000);
      expect(load).not.toHaveBeenCalled();
      if (hydrates) done();
      await vi.advanceTimersByTimeAsync(hydrates ? 0 : 2000);
      expect(load).toHaveBeenCalledOnce();
    }
  } finally {
    vi.useRealTimers();
  }
});
