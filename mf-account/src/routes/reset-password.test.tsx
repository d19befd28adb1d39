import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

const CALL = 'POST /api/auth/password-reset-confirm/';
const open = (answer: FakeAnswer = () => ({}), user: { is_coach: boolean } | null = null) =>
  openPage(remote, '/reset-password?uid=MQ&token=abc', {
    auth: { user },
    answers: { [CALL]: answer },
  });
function set(password: string, repeated = password) {
  fireEvent.change(screen.getByLabelText('New password'), { target: { value: password } });
  fireEvent.change(screen.getByLabelText('Confirm new password'), { target: { value: repeated } });
  fireEvent.click(screen.getByRole('button', { name: 'Set new password' }));
}

const newLink = () => screen.queryByRole('link', { name: 'Get a new link' });

afterEach(cleanup);

test.each([{}, { detail: '' }])(
  'sends the new password with the uid and token (%j)',
  async (answer) => {
    const { recorded } = await open(() => answer);
    set('Secret-123!');
    expect(await screen.findByText('Password updated. You can now log in.')).toBeTruthy();
    expect(recorded.calls).toEqual([
      { call: CALL, body: { uid: 'MQ', token: 'abc', new_password: 'Secret-123!' } },
    ]);
  },
);

const signedIn = { detail: "Password updated. You're signed in.", access: 'a', refresh: 'r' };

test('signs in with the tokens of our server', async () => {
  const { recorded, shell } = await open(() => signedIn);
  set('Secret-123!');
  expect(await screen.findByText("Password updated. You're signed in.")).toBeTruthy();
  expect(shell.auth.store.getState().status).toBe('signed-in');
  expect(screen.queryByLabelText('New password')).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toBe("You're all set"));
  const next = screen.getByRole('link', { name: 'Continue' }); // the profile is not loaded
  expect(next.getAttribute('href')).toBe('/dashboard');
  expect(recorded.calls).toHaveLength(1);
});

test.each([
  ['a coach', true, 'Coach Dashboard', '/coach-dashboard'],
  ['a student', false, 'My Sessions', '/sessions'],
])('leads %s onward', async (_, is_coach, name, path) => {
  await open(() => signedIn, { is_coach });
  set('Secret-123!');
  const link = await screen.findByRole('link', { name });
  expect(link.getAttribute('href')).toBe(path);
});

test.each([
  ['Secret-123!', 'Secret-124!', 'Confirm new password', 'Passwords do not match.'],
  ['weak', 'weak', 'New password', /^Password must be at least 8 characters/],
])('rejects %s and %s at the wrong field', async (password, repeated, label, words) => {
  const { recorded } = await open();
  set(password, repeated);
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
  expect(recorded.calls).toEqual([]);
});

test('rejects a used link', async () => {
  await open(() => Promise.reject(new ApiError('http', 400)));
  set('Secret-123!');
  expect((await screen.findByRole('alert')).textContent).toBe('Link invalid or expired.');
  expect(newLink()?.getAttribute('href')).toBe('/forgot-password');
});

test('offers a new link only after a rejected one', async () => {
  const responses = [new ApiError('network', 0), new ApiError('http', 400), null];
  await open(() => {
    const failure = responses.shift();
    return failure ? Promise.reject(failure) : {};
  });
  expect(newLink()).toBeNull();
  set('Secret-123!');
  await screen.findByRole('alert');
  expect(newLink()).toBeNull();
  set('Secret-123!');
  await waitFor(() => expect(newLink()).toBeTruthy());
  set('Secret-123!');
  await screen.findByText('Password updated. You can now log in.');
  expect(newLink()).toBeNull();
});

test.each(['', '?uid=MQ', '?token=abc'])(
  'disables the form for an incomplete link (%s)',
  async (query) => {
    await openPage(remote, `/reset-password${query}`);
    expect(screen.getByRole('alert').textContent).toBe('Invalid or incomplete reset link.');
    expect(newLink()?.getAttribute('href')).toBe('/forgot-password');
    expect(
      (screen.getByRole('button', { name: 'Set new password' }) as HTMLButtonElement).disabled,
    ).toBe(true);
  },
);
