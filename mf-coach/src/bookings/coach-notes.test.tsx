import { ApiError } from '@carry/remote-kit';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const booking = {
  ...{ id: 1, session_time: '2026-11-24T15:30:00Z', duration_minutes: 60, status: 'confirmed' },
  ...{ service_type: 'one_on_one', contact_info: 'kim#1', details: 'Aim.', notes: '' },
};

/** Saves notes. The call stays unanswered until `fail` or `succeed`. */
async function save() {
  let fail = () => {};
  let succeed = () => {};
  const held = () =>
    new Promise((resolve, reject) => {
      succeed = () => resolve({});
      fail = () => reject(new ApiError('http', 500));
    });
  const page = await openPage(remote, '/coach/bookings/1', {
    auth: { status: 'signed-in' },
    answers: { 'GET /api/bookings/': () => [booking], 'PATCH /api/bookings/1/notes/': held },
    now: () => Date.parse('2026-11-22T12:00:00Z'),
  });
  fireEvent.change(await screen.findByLabelText('Coach Notes'), { target: { value: 'Tilts.' } });
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Save Notes' })));
  return {
    ...page,
    fail: () => act(async () => fail()),
    succeed: () => act(async () => succeed()),
  };
}

test('keeps notes whose save fails after the page was left', async () => {
  const { shell, router, fail } = await save();
  await act(() => router.navigate('/elsewhere'));
  shell.drafts.clear('notes/1'); // in another tab
  await fail();
  expect(shell.drafts.load('notes/1')).toBe('Tilts.');
});

test('keeps no notes whose save fails after the sign-out', async () => {
  const { shell, router, fail } = await save();
  await act(() => router.navigate('/elsewhere'));
  act(() => shell.auth.signOut());
  await fail();
  expect(shell.drafts.keys()).toEqual([]);
});

test('keeps notes typed while the session expired', async () => {
  const { shell, expire, fail } = await save();
  fireEvent.change(screen.getByLabelText('Coach Notes'), { target: { value: 'Tilts less.' } });
  shell.drafts.clear('notes/1'); // in another tab
  act(expire);
  await fail();
  expect(shell.drafts.load('notes/1')).toBe('Tilts less.');
});

test("keeps another tab's notes after a save", async () => {
  const { shell, succeed } = await save();
  shell.drafts.save('notes/1', 'Tilts in ranked games.');
  await succeed();
  expect(screen.getByText(/^Saved /)).toBeTruthy();
  expect(shell.drafts.load('notes/1')).toBe('Tilts in ranked games.');
});

test("keeps another tab's notes when saved ones are read again", async () => {
  let notes = '';
  const { shell, router } = await openPage(remote, '/coach/bookings/1', {
    auth: { status: 'signed-in' },
    answers: { 'GET /api/bookings/': () => [{ ...booking, notes }] },
  });
  await screen.findByLabelText('Coach Notes');
  shell.drafts.save('notes/1', 'Tilts.');
  notes = 'Warm up first.';
  await act(() => router.revalidate());
  expect(await screen.findByDisplayValue(notes)).toBeTruthy();
  expect(shell.drafts.load('notes/1')).toBe('Tilts.');
});
