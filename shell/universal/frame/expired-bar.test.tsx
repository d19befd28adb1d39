import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Host, HostProvider } from '../host/host';
import { EMPTY_MENU } from '../page/boot';
import { ExpiredBar } from './expired-bar';

const keepText = (event: Event) => event.preventDefault();
beforeEach(() => window.addEventListener('beforeunload', keepText));
afterEach(() => {
  window.removeEventListener('beforeunload', keepText);
  cleanup();
});

/** Shows the bar above a page with typed text. */
function open(status: string) {
  const store = createStore<unknown>(() => ({ status, user: null }));
  const visitor = [{ label: 'Login', path: '/login' }];
  const menu = { ...EMPTY_MENU, session: { visitor, member: [], signOut: 'Sign Out' } };
  render(
    <HostProvider value={{ menu, auth: { store } } as unknown as Host}>
      <ExpiredBar />
    </HostProvider>,
  );
  return (status: string) => act(() => store.setState({ status }));
}

const link = () => screen.queryByRole('link');

test('offers a login after a session has expired, until it is back', () => {
  const setStatus = open('signed-in');
  setStatus('signed-out');
  expect(link()?.getAttribute('href')).toBe('/login');
  setStatus('signed-in');
  expect(link()).toBeNull();
});

test.each(['unknown', 'signed-out'])('shows a visitor nothing (%s)', (status) => {
  const setStatus = open(status);
  setStatus('signed-out');
  expect(link()).toBeNull();
});
