import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const MOVE = 'POST /api/my-sessions/3/move/';
const inHours = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();

afterEach(cleanup);

const press = (name: string) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));
const days = () => screen.getAllByRole('button', { name: /, 1 time$/ });
const choose = (day: number) => {
  fireEvent.click(days()[day] as HTMLElement);
  fireEvent.click(screen.getByRole('radio'));
};

const session = {
  ...{ id: 3, coach_name: 'Nova', duration_minutes: 60, status: 'confirmed', amount: 25 },
  ...{ session_time: inHours(30), move_until: inHours(18), cancel_until: inHours(18) },
  ...{ refund: 'none', time_zone: 'UTC' },
};

test('names the deadline of a new time, and asks if it has passed', async () => {
  const { recorded } = await openPage(remote, '/sessions', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/my-sessions/': () => [session],
      'GET /api/my-sessions/3/times/': () => ({ starts: [inHours(8), inHours(80)], next: null }),
      [MOVE]: () => ({ detail: '', session_time: inHours(80), move_until: inHours(68) }),
    },
    now: () => NOW,
    confirm: false,
  });
  const moves = () => recorded.calls.filter(({ call }) => call === MOVE);
  await screen.findByText('Nova');
  await press('Move session');
  await waitFor(() => expect(days()).toHaveLength(2));
  choose(0);
  expect(screen.getByText("You can't move or cancel after this.")).toBeTruthy();
  await press('Move to this time');
  expect([recorded.confirms, moves()]).toEqual([
    [
      "Move to this time? (You can't move or cancel after this.) [Keep current time | Move session]",
    ],
    [],
  ]);
  choose(1);
  expect(screen.getByText(/^Free to move or cancel until .*\b28\b.*8:00\sAM\.$/)).toBeTruthy();
  await press('Move to this time');
  await waitFor(() => expect(moves()).toHaveLength(1));
  expect(recorded.confirms).toHaveLength(1);
});

test('loads the times again when the form is opened again', async () => {
  const { recorded } = await openPage(remote, '/sessions', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/my-sessions/': () => [session],
      'GET /api/my-sessions/3/times/': () => ({ starts: [inHours(80)], next: null }),
    },
    now: () => NOW,
  });
  const loads = () => recorded.calls.filter(({ call }) => call.includes('/times/')).length;
  await screen.findByText('Nova');
  await press('Move session');
  await waitFor(() => expect(days()).toHaveLength(1));
  const before = loads();
  await press('Move session');
  await press('Move session');
  await waitFor(() => expect(days()).toHaveLength(1));
  expect(loads()).toBe(2 * before);
});

test('keeps the new time when the session is cancelled afterwards', async () => {
  await openPage(remote, '/sessions', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/my-sessions/': () => [session],
      'GET /api/my-sessions/3/times/': () => ({ starts: [inHours(80)], next: null }),
      [MOVE]: () => ({ detail: '', session_time: inHours(80), move_until: inHours(68) }),
      'POST /api/my-sessions/3/cancel/': () => ({ detail: '' }),
    },
    now: () => NOW,
  });
  const start = () => document.querySelector('time')?.getAttribute('datetime');
  await screen.findByText('Nova');
  expect(start()).toBe(inHours(30));
  await press('Move session');
  await waitFor(() => expect(days()).toHaveLength(1));
  choose(0);
  await press('Move to this time');
  await waitFor(() => expect(start()).toBe(inHours(80)));
  await press('Cancel session');
  expect(await screen.findByText(/refunding your payment/)).toBeTruthy();
  expect(start()).toBe(inHours(80));
});
