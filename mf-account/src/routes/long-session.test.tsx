import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

afterEach(cleanup);

const START = Date.parse('2026-11-28T15:00:00Z');
const HOUR_MS = 3_600_000;
const REST = 'Your coach will message you to arrange the remaining 2 hours.';
const session = {
  ...{ id: 3, reader: 'student', status: 'confirmed', timed: true, unread: 0 },
  ...{ coach_name: 'Nova', service_name: 'One-on-one coaching', service_type: 'one_on_one' },
  ...{ session_time: new Date(START).toISOString(), duration_minutes: 240, held_minutes: 120 },
  ...{ quantity: 4, amount: 100, refund: 'none', refunded: 0, has_review: false },
  ...{ student_name: 'Kim', student_booking: 1, contact_info: 'kim#1', details: 'Aim.', notes: '' },
  ...{ time_zone: 'UTC', paid_at: '2026-11-24T10:00:00Z', writable: true, receipt_path: null },
  ...{ place: { kind: 'link', url: 'https://meet.example/nova' }, history: [] },
};
const open = async (path: string, more: object = {}, now = START) => {
  await openPage(remote, path, {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/bookings/3/': () => ({ ...session, ...more }),
      'GET /api/bookings/3/messages/': () => ({ messages: [], older: null, seen: 0 }),
      'GET /api/my-sessions/': () => [{ ...session, ...more }],
    },
    now: () => now,
  });
  await act(async () => {}); // the server's time arrives
};

test('shows the hours that are held and who arranges the rest', async () => {
  await open('/sessions/3');
  expect(await screen.findByRole('heading', { name: /15:00 – 17:00$/ })).toBeTruthy();
  expect(screen.getByText(/^120 of 240 minutes/)).toBeTruthy();
  expect(screen.getByText(REST)).toBeTruthy();
});

test('shows the whole length on a server that holds all of it', async () => {
  await open('/sessions/3', { held_minutes: undefined });
  expect(await screen.findByRole('heading', { name: /15:00 – 19:00$/ })).toBeTruthy();
  expect(screen.getByText(/^240 minutes/)).toBeTruthy();
  expect(screen.queryByText(REST)).toBeNull();
});

test.each([
  [1, true],
  [3, false],
])('is happening %i hours after the start: %s', async (hours, isOn) => {
  await open('/sessions/3', {}, START + hours * HOUR_MS);
  await screen.findByRole('heading', { name: /15:00 – 17:00$/ });
  expect(Boolean(screen.queryByText('Happening now'))).toBe(isOn);
});

test('lists the held part of the length', async () => {
  await open('/sessions', {}, START - HOUR_MS);
  expect(await screen.findByText('120 of 240 mins')).toBeTruthy();
});
