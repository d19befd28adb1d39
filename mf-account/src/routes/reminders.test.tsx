import { ApiError } from '@carry/remote-kit';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const CALL = 'POST /api/reminders/';
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

test('stops and restarts reminders by the buttons, not the visit', {
  tags: ['@extra-17'],
}, async () => {
  const { recorded } = await openPage(remote, '/account/reminders?token=7.abc', {
    answers: { [CALL]: (body) => ({ wanted: (body as { wanted: boolean }).wanted }) },
  });
  const status = await screen.findByText(/^Reminders are emails/);
  expect(recorded.calls).toEqual([]);
  await press('Stop reminders');
  await waitFor(() => expect(status.textContent).toMatch(/^We won't remind you anymore\./));
  await press('Send me reminders');
  await waitFor(() => expect(status.textContent).toMatch(/^We'll remind you a day and an hour/));
  expect(recorded.calls).toEqual([
    { call: CALL, body: { token: '7.abc', wanted: false } },
    { call: CALL, body: { token: '7.abc', wanted: true } },
  ]);
});

test('claims nothing about reminders that a mail program may have stopped', async () => {
  const { recorded } = await openPage(remote, '/account/reminders?token=7.abc', {
    answers: { [CALL]: () => ({ wanted: true }) },
  });
  await screen.findByRole('heading', { name: 'Reminders' });
  expect(screen.queryByText(/^We (won't )?(email|remind) you/)).toBeNull();
  await press('Send me reminders');
  expect(await screen.findByText(/^We'll remind you/)).toBeTruthy();
  expect(recorded.calls).toEqual([{ call: CALL, body: { token: '7.abc', wanted: true } }]);
});

test('shows an error for an incomplete link', async () => {
  const refused = () =>
    Promise.reject(new ApiError('http', 400, { detail: 'This link is not complete.' }));
  await openPage(remote, '/account/reminders', { answers: { [CALL]: refused } });
  await press('Stop reminders');
  expect((await screen.findByRole('alert')).textContent).toBe('This link is not complete.');
  expect(screen.getByRole('button', { name: 'Stop reminders' })).toBeTruthy();
});
