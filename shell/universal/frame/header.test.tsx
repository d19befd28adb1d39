import { fakeSite } from '@carry/remote-kit/fake-shell';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { type Host, HostProvider } from '../host/host';
import { createNotify } from '../host/notify';
import { Question } from '../notify/question';
import { EMPTY_MENU } from '../page/boot';
import { Header } from './header';
import { IdleParts } from './idle-parts';

const root = document.documentElement.dataset;

afterEach(() => {
  cleanup();
  delete root['session'];
});

const notify = createNotify();
const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

function open(status: string, signOut = () => {}) {
  const store = createStore<unknown>(() => ({ status, user: null }));
  const menu = { ...EMPTY_MENU, session: { visitor: [], member: [], signOut: 'Sign Out' } };
  const host = {
    ...{ site: fakeSite, menu, auth: { store, signOut } },
    ...{ notify: notify.store, confirm: notify.api.confirm },
  } as unknown as Host;
  const Page = () => (
    <>
      <Header />
      <Question />
      <IdleParts />
    </>
  );
  const router = createMemoryRouter([{ path: '*', Component: Page }], {
    initialEntries: ['/before', '/'],
  });
  render(
    <HostProvider value={host}>
      <RouterProvider router={router} />
    </HostProvider>,
  );
  return {
    setStatus: (status: string) => act(() => store.setState({ status })),
    goBack: () => act(() => router.navigate(-1)),
  };
}

test('marks a stored session until the visitor is signed out', () => {
  root['session'] = 'stored';
  const { setStatus } = open('unknown');
  setStatus('signed-in');
  expect(root['session']).toBe('stored');
  setStatus('signed-out');
  expect(root['session']).toBeUndefined();
});

test('names the buttons of a question', async () => {
  open('signed-in');
  const labels = { confirm: 'Cancel session', cancel: 'Keep session' };
  const answer = notify.api.confirm('Cancel it?', 'For good.', labels);
  await screen.findByRole('alertdialog');
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(document.activeElement?.textContent).toBe('Keep session');
  await press('Cancel session');
  expect(await answer).toBe(true);
});

test('answers no to a question when its page closes, and keeps alerts', async () => {
  const { goBack } = open('signed-in');
  const answer = notify.api.confirm('Cancel your session?');
  void notify.api.alert('Saved elsewhere');
  await screen.findByRole('alertdialog', { name: 'Cancel your session?' });
  await goBack();
  expect(await answer).toBe(false);
  expect(screen.getByRole('alertdialog', { name: 'Saved elsewhere' })).toBeTruthy();
  await press('OK');
});

test('asks before a sign-out only if the page has unsaved changes', async () => {
  const signOut = vi.fn();
  open('signed-in', signOut);
  const keep = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', keep);
  await press('Sign Out');
  expect(screen.getByRole('alertdialog', { name: 'Sign out without saving?' })).toBeTruthy();
  await press('Cancel');
  expect([signOut.mock.calls.length, screen.queryByRole('alertdialog')]).toEqual([0, null]);
  await press('Sign Out');
  await press('Confirm');
  expect(signOut).toHaveBeenCalledTimes(1);
  window.removeEventListener('beforeunload', keep);
  await press('Sign Out');
  expect(signOut).toHaveBeenCalledTimes(2);
});
