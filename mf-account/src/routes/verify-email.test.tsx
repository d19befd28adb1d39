import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import remote from '../remote';

const CALL = 'POST /api/auth/verify-email/';
const VERIFIED = 'Your email address is verified. You can now log in.';
const open = (answer: FakeAnswer = () => ({ detail: 'ok' }), query = '?token=abc') =>
  openPage(remote, `/verify-email${query}`, { answers: { [CALL]: answer } });
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name = 'Verify my email') => fireEvent.click(screen.getByRole('button', { name }));

afterEach(cleanup);

describe('verify email page', () => {
  test('verifies with the password and links to the login', async () => {
    const { recorded } = await open();
    expect(recorded.calls).toEqual([]);
    type('Password', 'Secret-123!');
    press();
    expect(await screen.findByText(VERIFIED)).toBeTruthy();
    expect(recorded.calls).toEqual([
      { call: CALL, body: { token: 'abc', password: 'Secret-123!' } },
    ]);
    expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
    expect(screen.queryByRole('button', { name: 'Verify my email' })).toBeNull();
  });

  describe('in the browser that registered', () => {
    const openRegistered = (answer: FakeAnswer, query = '?token=abc') =>
      openPage(remote, `/verify-email${query}`, {
        answers: { [CALL]: answer },
        drafts: { registration: 'r1' },
      });

    test('needs no password', async () => {
      const { recorded, shell } = await openRegistered(() => ({ detail: 'ok' }));
      expect(screen.queryByLabelText('Password')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Set a new password instead' })).toBeNull();
      press();
      expect(await screen.findByText(VERIFIED)).toBeTruthy();
      expect(recorded.calls).toEqual([{ call: CALL, body: { token: 'abc', registration: 'r1' } }]);
      expect(shell.drafts.keys()).toEqual([]);
    });

    test.each([
      ['another account', '{"code":"password_required"}'],
      ['a server without codes', ''],
    ])('asks for the password of %s', async (_, body) => {
      const refusal = new ApiError('http', 400, { detail: 'We need the password.', body });
      const answer: FakeAnswer = (sent) =>
        'password' in (sent as object) ? { detail: 'ok' } : Promise.reject(refusal);
      const { shell } = await openRegistered(answer);
      press();
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
      expect(screen.getByRole('alert').textContent).toBe('Please enter your account password.');
      type('Password', 'Secret-123!');
      press();
      expect(await screen.findByText(VERIFIED)).toBeTruthy();
      expect(shell.drafts.keys()).toEqual(['registration']);
    });

    test('asks for no password when the link has expired', async () => {
      const body = '{"code":"link_expired"}';
      await openRegistered(() =>
        Promise.reject(new ApiError('http', 400, { detail: 'Link invalid or expired.', body })),
      );
      press();
      expect(await screen.findByText('Link invalid or expired.')).toBeTruthy();
      expect(screen.queryByLabelText('Password')).toBeNull();
    });

    test('keeps the registration when the server cannot be reached', async () => {
      const { shell } = await openRegistered(() => Promise.reject(new ApiError('network', 0)));
      press();
      expect(
        await screen.findByText("We couldn't check this link. Please try again."),
      ).toBeTruthy();
      expect(shell.drafts.keys()).toEqual(['registration']);
    });

    test('asks for the password for a change of address', async () => {
      await openRegistered(() => ({ detail: 'ok' }), '?token=abc&change=yes');
      expect(screen.getByLabelText('Password')).toBeTruthy();
    });
  });

  test('signs in and leads on', async () => {
    await open(() => ({ detail: 'ok', access: 'a', refresh: 'r' }));
    type('Password', 'Secret-123!');
    press();
    expect(await screen.findByText('Your email address is verified.')).toBeTruthy();
    const next = await screen.findByRole('link', { name: 'Continue' });
    expect(next.getAttribute('href')).toBe('/dashboard');
    expect(screen.queryByRole('link', { name: 'Login' })).toBeNull();
  });

  test('sets a new password for an owner without the old one', {
    tags: ['@fault-D12'],
  }, async () => {
    const { recorded } = await open();
    press('Set a new password instead');
    type('New password', 'weak');
    type('Confirm new password', 'weak');
    press();
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Password must be/);
    type('New password', 'Secret-456!');
    type('Confirm new password', 'Secret-456!');
    press();
    expect(await screen.findByText(VERIFIED)).toBeTruthy();
    expect(recorded.calls).toEqual([
      { call: CALL, body: { token: 'abc', new_password: 'Secret-456!' } },
    ]);
  });

  test('shows a wrong password at its field', async () => {
    await open(() =>
      Promise.reject(new ApiError('http', 403, { detail: 'The password is not right.' })),
    );
    press();
    expect((await screen.findByRole('alert')).textContent).toBe('Password is required.');
    type('Password', 'Wrong-123!');
    press();
    await waitFor(() =>
      expect(screen.getByRole('alert').textContent).toBe('The password is not right.'),
    );
    expect(screen.queryByRole('link', { name: /new link/ })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  });

  test('offers no password reset for a change of address', async () => {
    await open(undefined, '?token=abc&change=yes');
    expect(screen.getByText('Enter your password to make this your new address.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Set a new password instead' })).toBeNull();
  });

  test.each([
    ['verification', '', 'Log in to get a new link', '/login'],
    ['change of address', '&change=yes', 'Get a new link in Account', '/account'],
  ])('leads on from an expired link of a %s', async (_, query, name, href) => {
    const expired = { detail: 'Link invalid or expired.', body: '{"code":"link_expired"}' };
    await open(() => Promise.reject(new ApiError('http', 400, expired)), `?token=abc${query}`);
    expect(screen.queryByRole('link', { name })).toBeNull();
    type('Password', 'Secret-123!');
    press();
    const link = await screen.findByRole('link', { name });
    expect(link.getAttribute('href')).toBe(href);
    expect(screen.getByRole('alert').textContent).toBe('Link invalid or expired.');
    expect(screen.queryByRole('button', { name: 'Set a new password instead' })).toBeNull();
  });

  test('distinguishes an expired link from an unreachable server', async () => {
    let failure = new ApiError('http', 400, { detail: 'This link has expired.' });
    await open(() => Promise.reject(failure));
    type('Password', 'Secret-123!');
    press();
    expect((await screen.findByRole('alert')).textContent).toBe('This link has expired.');
    failure = new ApiError('network', 0);
    press();
    expect(await screen.findByText("We couldn't check this link. Please try again.")).toBeTruthy();
  });
});
