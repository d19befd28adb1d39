import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

const CALL = 'POST /api/auth/verify-email/';
const open = (answer: FakeAnswer) =>
  openPage(remote, '/verify-email?token=abc', { answers: { [CALL]: answer } });
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Verify my email' }));

afterEach(cleanup);

test('the visit verifies nothing, the press does, and the way to the login follows', async () => {
  const { recorded } = await open(() => ({ detail: 'ok' }));
  expect(recorded.calls).toEqual([]);
  press();
  expect(
    await screen.findByText('Your email address is verified. You can now log in.'),
  ).toBeTruthy();
  expect(recorded.calls).toEqual([{ call: CALL, body: { token: 'abc' } }]);
  expect(screen.getByRole('link', { name: 'Login' }).getAttribute('href')).toBe('/login');
  expect(screen.queryByRole('button', { name: 'Verify my email' })).toBeNull();
});

test('a link that is too old, and a server that does not answer', async () => {
  let failure = new ApiError('http', 400, 'This link has expired.');
  await open(() => Promise.reject(failure));
  press();
  expect((await screen.findByRole('alert')).textContent).toBe('This link has expired.');
  failure = new ApiError('network', 0);
  press();
  expect(await screen.findByText('The link could not be checked. Please try again.')).toBeTruthy();
});
