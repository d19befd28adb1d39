import { ApiError } from '@carry/remote-kit';
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

test('names the deadline of a new time, and asks after it', async () => {
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

test('focuses the times that a change of the zone shows', async () => {
  await openPage(remote, '/sessions', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/my-sessions/': () => [{ ...session, time_zone: 'Asia/Tokyo' }],
      'GET /api/my-sessions/3/times/': () => ({ starts: [inHours(80)], next: null }),
    },
    now: () => NOW,
  });
  await screen.findByText('Nova');
  await press('Move session');
  const change = await screen.findByRole('button', { name: /^Use .* time$/ });
  change.focus();
  fireEvent.click(change);
  expect(document.activeElement).toBe(screen.getByRole('radiogroup', { name: 'New time' }));
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

test('drops a time that someone else has taken, and reloads the others', async () => {
  const detail = 'This time is no longer available.';
  let starts = [inHours(80), inHours(104)];
  const { recorded } = await openPage(remote, '/sessions', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/my-sessions/': () => [session],
      'GET /api/my-sessions/3/times/': () => ({ starts, next: null }),
      [MOVE]: () => Promise.reject(new ApiError('http', 409, { detail })),
    },
    now: () => NOW,
  });
  await screen.findByText('Nova');
  await press('Move session');
  await waitFor(() => expect(days()).toHaveLength(2));
  choose(0);
  starts = [inHours(104)];
  await press('Move to this time');
  expect(recorded.alerts).toEqual([`Failed to move the session (${detail})`]);
  await waitFor(() => expect(days()).toHaveLength(1));
  expect(screen.getByRole<HTMLInputElement>('radio').checked).toBe(false);
});

test('keeps the focus while later times load and after the form closes', async () => {
  let respond = (_: unknown) => {};
  const weeks = [{ starts: [inHours(80)], next: inHours(168) }];
  await openPage(remote, '/sessions', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/my-sessions/': () => [session],
      'GET /api/my-sessions/3/times/': () =>
        weeks.pop() ?? new Promise((resolve) => (respond = resolve)),
    },
    now: () => NOW,
  });
  const focused = () => document.activeElement?.textContent;
  await screen.findByText('Nova');
  await press('Move session');
  const later = await screen.findByRole('button', { name: 'Show later times' });
  later.focus();
  await press('Show later times');
  expect(focused()).toBe('Loading...');
  await act(async () => respond({ starts: [inHours(170)], next: inHours(336) }));
  expect(focused()).toBe('Show later times');
  await press('Keep current time');
  expect(focused()).toBe('Move session');
});

test.each([
  [[inHours(170)], 1],
  [[], 0],
])('focuses a day when the last week has loaded: %j', async (starts, index) => {
  const weeks = [
    { starts, next: null },
    { starts: [inHours(80)], next: inHours(168) },
  ];
  await openPage(remote, '/sessions', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/my-sessions/': () => [session],
      'GET /api/my-sessions/3/times/': () => weeks.pop(),
    },
    now: () => NOW,
  });
  await screen.findByText('Nova');
  await press('Move session');
  const later = await screen.findByRole('button', { name: 'Show later times' });
  later.focus();
  await press('Show later times');
  expect(screen.queryByRole('button', { name: 'Show later times' })).toBeNull();
  expect(document.activeElement).toBe(days()[index]);
});

const page = {
  ...{ reader: 'student', student_name: 'Kim', contact_info: 'kim#1', details: 'Aim.' },
  ...{ writable: true, history: [] },
};
const REFUSALS = [
  ['Move session', 'Move to this time', MOVE],
  ['Request a refund', 'Send Request', 'POST /api/my-sessions/3/refund/'],
  ['', 'Cancel session', 'POST /api/my-sessions/3/cancel/'],
] as const;
test.each(REFUSALS)('shows the new state after a refusal: %s %s', async (offer, submit, call) => {
  let listed: object = { ...session, refund_until: inHours(48) };
  const { recorded } = await openPage(remote, '/sessions', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/my-sessions/': () => [listed],
      'GET /api/bookings/3/': () => ({ ...listed, ...page }),
      'GET /api/my-sessions/3/times/': () => ({ starts: [inHours(80)], next: null }),
      [call]: () => Promise.reject(new ApiError('http', 409, { detail: 'Cancelled.' })),
    },
    now: () => NOW,
  });
  await screen.findByText('Nova');
  if (offer) await press(offer);
  if (offer === 'Move session') {
    await waitFor(() => expect(days()).toHaveLength(1));
    choose(0);
  }
  listed = { ...session, status: 'cancelled', refund: 'due', move_until: null, cancel_until: null };
  screen.getByRole('button', { name: submit }).focus();
  await press(submit);
  expect(await screen.findByText('cancelled')).toBeTruthy();
  expect(recorded.alerts).toHaveLength(1);
  expect(screen.queryByRole('button', { name: submit })).toBeNull();
  expect(document.activeElement).toBe(screen.getByText(/^We're refunding/));
});
