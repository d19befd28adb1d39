import { ApiError } from '@carry/remote-kit';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const CALL = 'POST /api/reminders/';
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('stops and restarts reminders by the button, not the visit', {
  tags: ['@extra-17'],
}, async () => {
  const { recorded } = await openPage(remote, '/account/reminders?token=7.abc', {
    answers: { [CALL]: (body) => ({ wanted: (body as { wanted: boolean }).wanted }) },
  });
  await screen.findByRole('heading', { name: 'Reminders' });
  expect(recorded.calls).toEqual([]);
  await press('Stop reminders');
  expect(await screen.findByText("We won't remind you anymore.")).toBeTruthy();
  await press('Send me reminders again');
  expect(await screen.findByText("We'll remind you again.")).toBeTruthy();
  expect(recorded.calls).toEqual([
    { call: CALL, body: { token: '7.abc', wanted: false } },
    { call: CALL, body: { token: '7.abc', wanted: true } },
  ]);
});

test('shows an error for an incomplete link', async () => {
  const refused = () =>
    Promise.reject(new ApiError('http', 400, { detail: 'This link is not complete.' }));
  await openPage(remote, '/account/reminders', { answers: { [CALL]: refused } });
  await press('Stop reminders');
  expect((await screen.findByRole('alert')).textContent).toBe('This link is not complete.');
  expect(screen.getByRole('button', { name: 'Stop reminders' })).toBeTruthy();
});
