import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { MAX_NOTES, tooLong } from '@carry/remote-kit/limits';
import { openPage } from '@carry/remote-kit/test-page';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import remote from '../remote';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const NOW = Date.parse('2026-11-22T12:00:00Z');
const STATUS = 'PATCH /api/bookings/1/status/';
const NOTES = 'PATCH /api/bookings/1/notes/';
const booking = {
  ...{ id: 1, session_time: '2026-11-22T15:30:00Z', duration_minutes: 60, status: 'confirmed' },
  ...{ service_type: 'one_on_one', contact_info: 'kim#1', details: 'Aim.', notes: '' },
};
const ours = {
  ...{ unread: 0, reader: 'coach', timed: true, student_name: 'Kim', student_booking: 1 },
  ...{ time_zone: 'UTC', writable: true, has_review: false, history: [] },
};

async function open(more: object = {}, answers: Record<string, FakeAnswer> = {}) {
  const row = { ...booking, ...more };
  const page = await openPage(remote, '/coach/bookings/1', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/bookings/': () => [row],
      'GET /api/bookings/1/': () => row,
      'GET /api/bookings/1/messages/': () => ({ messages: [], older: null, seen: 0 }),
      [STATUS]: () => ({}),
      [NOTES]: () => ({}),
      ...answers,
    },
    now: () => NOW,
  });
  const select = (await screen.findByLabelText('Update Status')) as HTMLSelectElement;
  const toast = vi.spyOn(page.shell.notify, 'toast');
  return {
    ...page,
    change: async (value: string) => {
      const before = toast.mock.calls.length;
      fireEvent.change(select, { target: { value } });
      await waitFor(() => expect(toast.mock.calls.length).toBe(before + 1));
      return toast.mock.lastCall?.[1];
    },
    sent: () => page.recorded.calls.flatMap(({ call, body }) => (call === STATUS ? [body] : [])),
  };
}

test('offers no Undo of a cancellation on another server', async () => {
  const { change } = await open();
  expect(await change('cancelled')).toBeUndefined();
  expect(await change('confirmed')).toMatchObject({ label: 'Undo' });
});

test('undoes a cancellation on our server', async () => {
  const { change, sent } = await open(ours);
  (await change('cancelled'))?.run();
  await waitFor(() => expect(sent()).toEqual([{ status: 'cancelled' }, { status: 'confirmed' }]));
});

test('asks before Undo cancels a booking again', async () => {
  const { change, sent, recorded } = await open({ ...ours, status: 'cancelled' });
  const undo = await change('confirmed');
  expect(recorded.confirms).toHaveLength(1);
  undo?.run();
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(recorded.confirms[1]).toMatch(/^Confirm changing status to "CANCELLED"\?/);
});

test('counts down to confirmed bookings only', async () => {
  const { change } = await open();
  expect(screen.getByText('Starts in 3 hours 30 minutes')).toBeTruthy();
  await change('cancelled');
  await waitFor(() => expect(screen.queryByText(/^Starts in/)).toBeNull());
  cleanup();
  await open({ ...ours, status: 'cancelled' });
  expect(screen.queryByText(/^Starts in/)).toBeNull();
});

test('shows N/A for a booking without a duration', async () => {
  await open({ duration_minutes: undefined });
  expect(screen.getByText('Duration').nextElementSibling?.textContent).toBe('N/A');
});

test.each([
  ['ours', ours, 0],
  ['another server', {}, 1],
])('leaves long notes to %s', async (_, more, calls) => {
  const notes = 'a'.repeat(MAX_NOTES + 1);
  const { recorded } = await open({ ...more, notes });
  fireEvent.change(screen.getByLabelText('Coach Notes'), { target: { value: `${notes}b` } });
  fireEvent.click(screen.getByRole('button', { name: 'Save Notes' }));
  if (calls === 0) expect((await screen.findByRole('alert')).textContent).toBe(tooLong(MAX_NOTES));
  else await waitFor(() => expect(recorded.toasts).toEqual(['Notes updated']));
  expect(recorded.calls.filter(({ call }) => call === NOTES)).toHaveLength(calls);
});
