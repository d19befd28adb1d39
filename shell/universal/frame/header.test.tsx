import { fakeSite } from '@carry/remote-kit/fake-shell';
import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Host, HostProvider } from '../host/host';
import { EMPTY_MENU } from '../page/boot';
import { Header } from './header';

const root = document.documentElement.dataset;

afterEach(() => {
  cleanup();
  delete root['session'];
});

test('marks a stored session until the visitor is signed out', () => {
  root['session'] = 'stored';
  const store = createStore<unknown>(() => ({ status: 'unknown', user: null }));
  const host = { site: fakeSite, menu: EMPTY_MENU, auth: { store } } as unknown as Host;
  const router = createMemoryRouter([{ path: '/', Component: Header }]);
  render(
    <HostProvider value={host}>
      <RouterProvider router={router} />
    </HostProvider>,
  );
  const setStatus = (status: string) => act(() => store.setState({ status }));
  setStatus('signed-in');
  expect(root['session']).toBe('stored');
  setStatus('signed-out');
  expect(root['session']).toBeUndefined();
});
