import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer, FakeShellOptions } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const PAGE = 'GET /api/bookings/3/';
const EVENTS = 'GET /api/bookings/3/events/';
const MOVE = 'POST /api/my-sessions/3/move/';
const DECLINE = 'POST /api/my-sessions/3/decline/';
const SUGGESTED = '2026-12-05T15:00:00Z';

const session = {
  ...{ id: 3, reader: 'student', status: 'confirmed', timed: true, unread: 0 },
  ...{ coach_name: 'Nova', service_name: 'One-on-one coaching', service_type: 'one_on_one' },
  ...{ session_time: '2026-11-28T20:00:00Z', duration_minutes: 60, joined: true },
  ...{ quantity: 1, amount: 25, refund: 'none', refunded: 0, has_review: false },
  ...{ cancel_until: '2026-11-28T08:00:00Z', move_until: '2026-11-28T08:00:00Z' },
  ...{ student_name: 'Kim', student_booking: 1, contact_info: 'kim#1', details: '', notes: '' },
  ...{ time_zone: 'UTC', paid_at: null, writable: true, receipt_path: null, place: null },
  suggested_time: SUGGESTED,
  suggested_until: '2026-11-28T20:00:00Z',
  history: [],
};
const moved = {
  ...session,
  ...{ session_time: SUGGESTED, moved_from: session.session_time, suggested_time: null },
};

afterEach(cleanup);

const open = (
  answers: Record<string, FakeAnswer> = {},
  options: FakeShellOptions = {},
  path = '/sessions/3',
) =>
  openPage(remote, path, {
    auth: { status: 'signed-in' },
    answers: {
      [PAGE]: () => session,
      [EVENTS]: () => new Promise(() => {}),
      'GET /api/bookings/3/messages/': () => ({ messages: [], older: null, seen: 0 }),
      'GET /api/my-sessions/': () => [session],
      ...answers,
    },
    now: () => NOW,
    ...options,
  });
const banner = () => screen.findByRole('group', { name: 'Suggested time' });
const press = async (name: string) => {
  const button = within(await banner()).getByRole('button', { name });
  await act(async () => void fireEvent.click(button));
};
const bodies = (recorded: { calls: { call: string; body?: unknown }[] }, one: string) =>
  recorded.calls.flatMap(({ call, body }) => (call === one ? [body] : []));

test.each(['/sessions/3', '/sessions'])('is accepted on %s', async (path) => {
  const pages = [session, moved];
  const { recorded } = await open(
    {
      [PAGE]: () => pages.shift() ?? moved,
      [MOVE]: () => ({ detail: '', session_time: SUGGESTED, move_until: '2026-12-05T03:00:00Z' }),
    },
    {},
    path,
  );
  expect((await banner()).textContent).toMatch(
    /^Nova suggests Sat, Dec 5, 15:00 instead\.Someone else can still book this time until you accept\. Accept by Sat, Nov 28, 20:00\. Free to move or cancel until Sat, Dec 5, 03:00\./,
  );
  await press('Move to this time');
  const note = await screen.findByText(/^Moved from /);
  await waitFor(() => expect(document.activeElement).toBe(note));
  expect(document.querySelector('time')?.dateTime).toBe(SUGGESTED);
  expect(screen.queryByRole('group', { name: 'Suggested time' })).toBeNull();
  expect(bodies(recorded, MOVE)).toEqual([
    { session_time: SUGGESTED, time_zone: 'UTC', suggested: true },
  ]);
  expect(recorded.confirms).toEqual([]);
});

test('is declined, with a note at the focus', async () => {
  const pages = [session, { ...session, suggested_time: null }];
  const { recorded } = await open({
    [PAGE]: () => pages.shift() ?? { ...session, suggested_time: null },
    [DECLINE]: () => ({ detail: '' }),
  });
  await press('Keep current time');
  const note = await screen.findByText("You're keeping the current time.");
  expect(document.activeElement).toBe(note);
  expect(screen.queryByRole('group', { name: 'Suggested time' })).toBeNull();
  expect(bodies(recorded, DECLINE)).toEqual([{ session_time: SUGGESTED }]);
});

test('keeps no note of a declined suggestion after the session has moved', async () => {
  let page: object = session;
  const list = { 'GET /api/my-sessions/': () => [page], [DECLINE]: () => ({ detail: '' }) };
  const { router } = await open(list, {}, '/sessions');
  page = { ...session, suggested_time: null };
  await press('Keep current time');
  await screen.findByText("You're keeping the current time.");
  page = moved;
  await act(() => router.revalidate());
  await screen.findByText(/^Moved from /);
  expect(screen.queryByText("You're keeping the current time.")).toBeNull();
});

const refuse = (detail: string) => () => Promise.reject(new ApiError('http', 409, { detail }));
const NEWER = '2026-12-06T15:00:00Z';

test.each([
  ['/sessions/3', 'Keep current time', DECLINE],
  ['/sessions', 'Keep current time', DECLINE],
  ['/sessions/3', 'Move to this time', MOVE],
  ['/sessions', 'Move to this time', MOVE],
])('shows a newer suggestion on %s after a refused "%s"', async (path, name, call) => {
  let found: object = session;
  const { recorded } = await open(
    {
      [PAGE]: () => found,
      'GET /api/my-sessions/': () => [found],
      [call]: refuse('Your coach now suggests a different time.'),
    },
    {},
    path,
  );
  await banner();
  found = { ...session, suggested_time: NEWER };
  await press(name);
  await waitFor(async () => expect((await banner()).textContent).toContain('Sun, Dec 6, 15:00'));
  expect(recorded.alerts).toHaveLength(1);
});

test('asks before a move after which nothing can be changed', async () => {
  const soon = '2026-11-25T20:00:00Z';
  const { recorded } = await open(
    { [PAGE]: () => ({ ...session, suggested_time: soon }) },
    { confirm: false },
  );
  expect((await banner()).textContent).toContain("You can't move or cancel after this.");
  await press('Move to this time');
  expect(recorded.confirms).toHaveLength(1);
  expect(bodies(recorded, MOVE)).toEqual([]);
});

test('is offered after the deadline, until the session begins', async () => {
  await open({}, { now: () => Date.parse('2026-11-28T19:00:00Z') });
  await banner();
  expect(screen.queryByRole('button', { name: 'Move session' })).toBeNull();
  expect(screen.queryByText(/too late/)).toBeNull();
  cleanup();
  await open({}, { now: () => Date.parse('2026-11-28T19:00:00Z') }, '/sessions');
  await banner();
  expect(screen.queryByText(/too late/)).toBeNull();
  cleanup();
  await open({}, { now: () => Date.parse(session.session_time) });
  await screen.findByText(/^It's too late|^Happening now/);
  expect(screen.queryByRole('group', { name: 'Suggested time' })).toBeNull();
});

test('ends at its deadline', async () => {
  await open({ [PAGE]: () => ({ ...session, suggested_until: '2026-11-25T12:00:00Z' }) });
  await screen.findByRole('heading', { name: 'History' });
  expect(screen.queryByText(/suggests/)).toBeNull();
});

test.each(['/sessions/3', '/sessions'])('disappears on %s when it is taken', async (path) => {
  let found: object = session;
  const { recorded } = await open(
    {
      [MOVE]: refuse('This time is no longer available.'),
      [PAGE]: () => found,
      'GET /api/my-sessions/': () => [found],
    },
    {},
    path,
  );
  await banner();
  found = { ...session, suggested_time: null };
  await press('Move to this time');
  await waitFor(() =>
    expect(recorded.alerts).toEqual([
      'Failed to move the session (This time is no longer available.)',
    ]),
  );
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Suggested time' })).toBeNull());
  const note = await screen.findByText('Your session stays as it is.');
  await waitFor(() => expect(document.activeElement).toBe(note));
});

test.each([{ suggested_time: null }, { suggested_time: undefined }, { status: 'cancelled' }])(
  'shows nothing for %j',
  async (more) => {
    await open({ [PAGE]: () => ({ ...session, ...more }) });
    await screen.findByRole('heading', { name: 'History' });
    expect(screen.queryByText(/suggests/)).toBeNull();
  },
);
