import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer, FakeShellOptions } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useTestWidget } from '../../test/widget';
import remote from '../remote';

const widget = useTestWidget();
const TOKEN = 'POST /api/token/';
const open = (options: FakeShellOptions = {}) =>
  openPage(remote, '/login', { ...widget.options, ...options });
const type = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const submit = () => fireEvent.submit(document.forms[0] as HTMLFormElement);
const sent = ({ calls }: { calls: { call: string }[] }) =>
  calls.filter(({ call }) => call.startsWith('POST'));
const button = () => screen.getByRole('button', { name: /^Log/ }) as HTMLButtonElement;

afterEach(cleanup);

test('signs in with the specified payload and goes home', async () => {
  const { recorded, router, shell } = await open({
    answers: { [TOKEN]: () => ({ access: 'a', refresh: 'r' }) },
  });
  type('Email', 'kim');
  type('Password', 'secret');
  expect(button().disabled).toBe(true);
  await widget.solve('token-1');
  fireEvent.click(button());
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(sent(recorded)).toEqual([
    { call: TOKEN, body: { username: 'kim', password: 'secret', recaptcha: 'token-1' } },
  ]);
  expect(shell.auth.store.getState().status).toBe('signed-in');
});

test.each([
  ['', '', 'Email and password are required.', ['Email', 'Password']],
  ['', 'secret', 'Email is required.', ['Email']],
  ['kim', '', 'Password is required.', ['Password']],
  ['kim', 'secret', 'Please complete the reCAPTCHA.', []],
])('rejects %j and %j: %s', async (email, password, words, wrong) => {
  const { recorded } = await open();
  type('Email', email);
  type('Password', password);
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe(words);
  const invalid = ['Email', 'Password'].filter(
    (label) => screen.getByLabelText(label).getAttribute('aria-invalid') === 'true',
  );
  expect(invalid).toEqual(wrong);
  await waitFor(() => expect(recorded.flags).toBe(1));
  expect(sent(recorded)).toEqual([]);
});

const refuse = (code: string) => () =>
  Promise.reject(
    new ApiError('http', 401, {
      detail: 'Please open the link first.',
      body: JSON.stringify({ code }),
    }),
  );

test('offers the verification email for a server without codes', async () => {
  const refused = new ApiError('http', 401, { detail: 'Your email address is not verified.' });
  await open({ answers: { [TOKEN]: () => Promise.reject(refused) } });
  type('Email', 'kim');
  type('Password', 'secret');
  await widget.solve('token-1');
  submit();
  expect(await screen.findByRole('button', { name: 'Resend verification email' })).toBeTruthy();
});

test('offers no verification email after another refusal', async () => {
  await open({ answers: { [TOKEN]: refuse('account_locked') } });
  type('Email', 'kim');
  type('Password', 'secret');
  await widget.solve('token-1');
  submit();
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Resend verification email' })).toBeNull();
});

test('keeps the input and resets the verification after a refusal', async () => {
  await open({ answers: { [TOKEN]: refuse('email_not_verified') } });
  type('Email', 'kim');
  type('Password', 'secret');
  await widget.solve('token-1');
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe('Please open the link first.');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('alert')));
  expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('secret');
  expect([button().disabled, widget.resets()]).toEqual([true, 1]);
  expect(screen.getByRole('button', { name: 'Resend verification email' })).toBeTruthy();
});

test('resends the verification email to the refused address', async () => {
  const { recorded } = await open({
    answers: {
      [TOKEN]: refuse('email_not_verified'),
      'POST /api/auth/resend-verification/': () => ({ detail: 'ok' }),
    },
  });
  type('Email', 'kim@example.com');
  type('Password', 'secret');
  await widget.solve('token-1');
  submit();
  fireEvent.click(await screen.findByRole('button', { name: 'Resend verification email' }));
  expect(
    await screen.findByText("If that address is registered, we've sent the email again."),
  ).toBeTruthy();
  expect(recorded.calls.at(-1)?.body).toEqual({ email: 'kim@example.com' });
});

test.each([
  ['a student', { is_coach: false }, 'My Sessions', '/sessions'],
  ['a coach', { is_coach: true }, 'Coach Dashboard', '/coach-dashboard'],
])('shows %s who is signed in a link onward', async (_, user, name, href) => {
  await open({ auth: { status: 'signed-in', user } });
  expect(screen.getByText(/^You're already signed in\./)).toBeTruthy();
  expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
});

test.each(['/sessions', '/account', '/sessions/3'])(
  'shows no signed-in notice after a 401 on %s',
  async (path) => {
    const refused = () => Promise.reject(new ApiError('http', 401));
    const reads = ['GET /api/my-sessions/', 'GET /api/account/', 'GET /api/bookings/3/'];
    const { router } = await openPage(remote, path, {
      ...widget.options,
      auth: { status: 'signed-in' },
      answers: Object.fromEntries(reads.map((call) => [call, refused])),
    });
    expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/login');
    expect(screen.queryByText(/^You're already signed in\./)).toBeNull();
  },
);

test('shows a visitor no signed-in notice', async () => {
  await open();
  expect(screen.queryByText(/^You're already signed in\./)).toBeNull();
});

const codeAnswers = {
  'GET /api/auth/methods/': () => ({ methods: ['code'] }),
  'POST /api/auth/code/': () => ({ request: 'r-1' }),
  'POST /api/auth/code/confirm/': () => ({ access: 'a', refresh: 'r' }),
};
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('logs in by a mailed code, if the server offers it', async () => {
  const { recorded, router, shell } = await open({ answers: codeAnswers });
  fireEvent.click(await screen.findByRole('button', { name: 'Log in without a password' }));
  await screen.findByRole('heading', { name: 'Log in by email' });
  fireEvent.click(screen.getByRole('button', { name: 'Use your password' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Log in without a password' }));
  type('Email', 'kim@example.com'); // while the other form loads
  await screen.findByRole('heading', { name: 'Log in by email' });
  expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('kim@example.com');
  type('Email', '');
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe('Email is required.');
  type('Email', 'kim@example.com');
  submit();
  await screen.findByRole('heading', { name: 'Enter your code' });
  type('Six-digit code', '123 456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(sent(recorded)).toEqual([
    { call: 'POST /api/auth/code/', body: { email: 'kim@example.com' } },
    { call: 'POST /api/auth/code/confirm/', body: { request: 'r-1', code: '123 456' } },
  ]);
  expect(shell.auth.store.getState().status).toBe('signed-in');
});

test('moves the focus to the heading of each step', async () => {
  await open({ answers: codeAnswers });
  const expectFocus = (name: string) =>
    waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name })),
    );
  await press('Log in without a password');
  await expectFocus('Log in by email');
  type('Email', 'kim@example.com');
  submit();
  await expectFocus('Enter your code');
  await press('Use another email');
  await expectFocus('Log in by email');
  await press('Use your password');
  await expectFocus('Login');
});

test('requests one new code at a time', async () => {
  let respond = (_: unknown) => {};
  const answer = vi.fn<FakeAnswer>(() => ({ request: 'r-1' }));
  const { recorded, router } = await open({
    answers: { ...codeAnswers, 'POST /api/auth/code/': answer },
  });
  await press('Log in without a password');
  await screen.findByRole('heading', { name: 'Log in by email' });
  type('Email', 'kim@example.com');
  submit();
  const resend = await screen.findByRole('button', { name: 'Send a new code' });
  answer.mockImplementation(
    () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  );
  fireEvent.click(resend);
  expect(resend.textContent).toBe('Sending...');
  fireEvent.click(resend);
  await waitFor(() => expect(answer).toHaveBeenCalledTimes(2));
  await act(async () => respond({ request: 'r-2' }));
  expect(await screen.findByText("We've sent a new code.")).toBeTruthy();
  expect(resend.textContent).toBe('Send a new code');
  type('Six-digit code', '123456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  const body = { email: 'kim@example.com' };
  expect(sent(recorded)).toEqual([
    { call: 'POST /api/auth/code/', body },
    { call: 'POST /api/auth/code/', body },
    { call: 'POST /api/auth/code/confirm/', body: { request: 'r-2', code: '123456' } },
  ]);
});

test('stays at the address when a new code arrives late', async () => {
  let respond = (_: unknown) => {};
  const answer = vi.fn<FakeAnswer>(() => ({ request: 'r-1' }));
  await open({ answers: { ...codeAnswers, 'POST /api/auth/code/': answer } });
  await press('Log in without a password');
  await screen.findByRole('heading', { name: 'Log in by email' });
  type('Email', 'wrong@example.com');
  submit();
  answer.mockImplementation(
    () =>
      new Promise((resolve) => {
        respond = resolve;
      }),
  );
  await press('Send a new code');
  await press('Use another email');
  await screen.findByRole('heading', { name: 'Log in by email' });
  await act(async () => respond({ request: 'r-2' }));
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Log in by email');
});

test('offers the password alone on a server without codes', async () => {
  await open({
    answers: { 'GET /api/auth/methods/': () => Promise.reject(new ApiError('http', 404)) },
  });
  await screen.findByRole('link', { name: 'Register now' });
  expect(screen.queryByRole('button', { name: 'Log in without a password' })).toBeNull();
});

test.each([
  ['after 9 minutes', 9, 'Enter your code'],
  ['after 10 minutes', 10, 'Login'],
])('keeps the code step over a reload %s', async (_, minutes, heading) => {
  let now = Date.parse('2026-11-22T12:00:00Z');
  const auth = { status: 'signed-out' } as const;
  const answers = codeAnswers;
  const first = await open({ auth, answers, now: () => now });
  fireEvent.click(await screen.findByRole('button', { name: 'Log in without a password' }));
  await screen.findByRole('heading', { name: 'Log in by email' });
  type('Email', 'kim@example.com');
  submit();
  await screen.findByRole('heading', { name: 'Enter your code' });
  const drafts = { 'sign-in-code': first.shell.drafts.load('sign-in-code') };
  cleanup();
  now += minutes * 60_000;
  const { recorded, router, shell } = await open({ auth, answers, drafts, now: () => now });
  expect(await screen.findByRole('heading', { name: heading })).toBeTruthy();
  await act(async () => {});
  expect(document.activeElement).toBe(document.body);
  if (heading === 'Login') return;
  type('Six-digit code', '123456');
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(sent(recorded)).toEqual([
    { call: 'POST /api/auth/code/confirm/', body: { request: 'r-1', code: '123456' } },
  ]);
  expect(shell.drafts.keys()).toEqual([]);
});
