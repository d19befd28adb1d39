import type { FakeAnswer, FakeShellOptions } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useTestWidget } from '../../test/widget';
import remote from '../remote';

const widget = useTestWidget();
const tokens = { access: 'a', refresh: 'r' };
const account = {
  ...{ email: 'kim@example.com', devices: [], deletable: true, ending: [], ending_count: 0 },
};
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = async (name: string) => {
  const button = await screen.findByRole('button', { name });
  await act(async () => void fireEvent.click(button));
};

afterEach(cleanup);

/** Opens a page with a call that stays unanswered until `respond`. */
async function open(path: string, call: string, options: FakeShellOptions = {}) {
  let respond = (_: unknown) => {};
  const held = vi.fn<FakeAnswer>(
    () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  );
  const page = await openPage(remote, path, {
    ...widget.options,
    ...options,
    answers: { ...options.answers, [call]: held },
  });
  return {
    ...page,
    isSent: () => waitFor(() => expect(held).toHaveBeenCalledOnce()),
    respond: (answer: unknown) => act(async () => respond(answer)),
    path: () => page.router.state.location.pathname,
  };
}

async function logIn() {
  const page = await open('/login', 'POST /api/token/');
  fill('Email', 'kim');
  fill('Password', 'secret');
  await widget.solve('token-1');
  await press('Login');
  await page.isSent();
  return page;
}

test('logs in after the page was left, and stays elsewhere', async () => {
  const { router, shell, respond, path } = await logIn();
  await act(() => router.navigate('/register'));
  await respond(tokens);
  expect([path(), shell.auth.store.getState().status]).toEqual(['/register', 'signed-in']);
});

test('does not interrupt a navigation', async () => {
  const { router, respond, path } = await logIn();
  let load = () => {};
  const slow = new Promise<void>((resolve) => {
    load = resolve;
  });
  const loader = () => slow.then(() => null);
  router.patchRoutes(null, [{ id: 'slow', path: '/slow', loader, element: <p>Slow</p> }]);
  await act(async () => void router.navigate('/slow'));
  await respond(tokens);
  await act(async () => load());
  await waitFor(() => expect(path()).toBe('/slow'));
});

test('logs in by code after the page was left, and stays elsewhere', async () => {
  const { router, shell, isSent, respond, path } = await open(
    '/login',
    'POST /api/auth/code/confirm/',
    {
      answers: {
        'GET /api/auth/methods/': () => ({ methods: ['code'] }),
        'POST /api/auth/code/': () => ({ request: 'r-1' }),
      },
    },
  );
  await press('Log in without a password');
  await screen.findByRole('heading', { name: 'Log in by email' });
  fill('Email', 'kim@example.com');
  await press('Email me a code');
  await screen.findByRole('heading', { name: 'Enter your code' });
  fill('Six-digit code', '123456');
  await isSent();
  await act(() => router.navigate('/register'));
  await respond(tokens);
  expect([path(), shell.auth.store.getState().status]).toEqual(['/register', 'signed-in']);
});

test('stays elsewhere after a late registration', async () => {
  const { router, isSent, respond, path } = await open('/register', 'POST /api/register/');
  fill('Email', 'kim@example.com');
  for (const label of ['Password', 'Confirm password']) fill(label, 'Secret-123!');
  await widget.solve('token-1');
  await press('Register');
  await isSent();
  await act(() => router.navigate('/login'));
  await respond({ detail: 'ok', registration: 'r1' });
  expect(path()).toBe('/login');
});

async function deleteAccount() {
  const page = await open('/account', 'POST /api/account/delete/', {
    auth: { status: 'signed-in' },
    answers: { 'GET /api/account/': () => account },
  });
  await press('Delete my account');
  const end = await screen.findByRole('region', { name: 'Delete your account' });
  const password = await within(end).findByLabelText('Your password');
  fireEvent.change(password, { target: { value: 'secret' } });
  await press('Delete my account for good');
  await page.isSent();
  await act(() => page.router.navigate('/elsewhere'));
  return page;
}

test('signs out of a deleted account, and stays elsewhere', async () => {
  const { recorded, shell, respond, path } = await deleteAccount();
  await respond({ detail: 'ok' });
  expect([path(), shell.auth.store.getState().status]).toEqual(['/elsewhere', 'signed-out']);
  expect(recorded.toasts).toEqual(['Your account has been deleted.']);
});

test('neither signs out nor informs the next person', async () => {
  const { shell, recorded, respond } = await deleteAccount();
  act(() => shell.auth.signOut());
  await act(() => shell.auth.signIn(tokens));
  await respond({ detail: 'ok' });
  expect([shell.auth.store.getState().status, recorded.toasts]).toEqual(['signed-in', []]);
});
