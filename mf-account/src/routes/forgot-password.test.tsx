import { ApiError } from '@carry/remote-kit';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { useTestWidget } from '../../test/widget';
import remote from '../remote';

const widget = useTestWidget();
const CALL = 'POST /api/auth/password-reset/';
const SENT =
  'If the email is registered, a reset link has been sent. Check your inbox and spam folder.';
const submit = () =>
  fireEvent.click(screen.getByRole('button', { name: 'Send password reset link' }));
const type = (value: string) =>
  fireEvent.change(screen.getByLabelText('Email'), { target: { value } });

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test.each([
  ['accepts', () => ({})],
  ['refuses', () => Promise.reject(new ApiError('http', 404))],
])('shows the same message if the server %s', async (_, answer) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { recorded } = await openPage(remote, '/forgot-password', {
    ...widget.options,
    answers: { [CALL]: answer },
  });
  type('kim@example.com');
  await widget.solve('token-1');
  submit();
  expect(await screen.findByText(SENT)).toBeTruthy();
  expect(recorded.calls).toEqual([
    { call: CALL, body: { email: 'kim@example.com', recaptcha: 'token-1' } },
  ]);
  expect(widget.resets()).toBe(1);
});

test('requires an address and the verification', async () => {
  const { recorded } = await openPage(remote, '/forgot-password', widget.options);
  submit();
  const summary = await screen.findByRole('group', { name: 'There is a problem' });
  expect(summary.textContent).toContain('Email is required.');
  fireEvent.click(screen.getByRole('link', { name: 'Please complete the reCAPTCHA.' }));
  const verification = screen.getByRole('group', { name: 'Human verification' });
  await waitFor(() => expect(document.activeElement).toBe(verification));
  type('kim@example.com');
  submit();
  expect((await screen.findByRole('alert')).textContent).toBe('Please complete the reCAPTCHA.');
  expect(recorded.calls).toEqual([]);
});
