import { ApiError } from '@carry/remote-kit';
import type { FakeAnswer } from '@carry/remote-kit/fake-shell';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import remote from '../remote';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const PAGE = 'GET /api/bookings/1/';
const SUGGEST = 'POST /api/bookings/1/suggest/';
const WITHDRAW = 'POST /api/bookings/1/withdraw/';
const timesFrom = (from: string) =>
  `GET /api/bookings/1/times/?from=${encodeURIComponent(from)}` as const;
const TIMES = timesFrom('2026-11-22T12:00:00.000Z');
const NEXT = '2026-11-29T12:00:00.000Z';
const SUGGESTED = '2026-12-05T06:00:00Z';

const booking = {
  ...{ id: 1, session_time: '2026-11-28T15:30:00Z', duration_minutes: 60, status: 'confirmed' },
  ...{ service_type: 'one_on_one', contact_info: 'kim#1', details: 'Aim.', notes: '' },
  ...{ unread: 0, reader: 'coach', timed: true, student_name: 'Kim', student_booking: 1 },
  ...{ time_zone: 'Asia/Tokyo', writable: true, has_review: false, history: [] },
  suggested_time: null,
};

afterEach(cleanup);

const open = (more: object = {}, answers: Record<string, FakeAnswer> = {}, now = NOW) =>
  openPage(remote, '/coach/bookings/1', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/bookings/': () => [{ ...booking, ...more }],
      [PAGE]: () => ({ ...booking, ...more }),
      'GET /api/bookings/1/events/': () => new Promise(() => {}),
      'GET /api/bookings/1/messages/': () => ({ messages: [], older: null, seen: 0 }),
      ...answers,
    },
    now: () => now,
  });
const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => {
  const found = await button(name);
  await act(async () => void fireEvent.click(found));
};
const sent = (recorded: { calls: { call: string; body?: unknown }[] }, one: string) =>
  recorded.calls.flatMap(({ call, body }) => (call === one ? [body] : []));

test("suggests a time in the coach's zone", async () => {
  let page: object = booking;
  const { recorded } = await open(
    {},
    {
      [PAGE]: () => page,
      [TIMES]: () => ({ starts: ['2026-11-29T01:00:00Z'], next: NEXT }),
      [timesFrom(NEXT)]: () => ({ starts: [SUGGESTED], next: null }),
      [SUGGEST]: () => {
        page = { ...booking, suggested_time: SUGGESTED };
        return { detail: '', suggested_time: SUGGESTED };
      },
    },
  );
  await press('Suggest another time');
  await press('Send suggestion');
  expect(await screen.findByText('Please choose a time.')).toBeTruthy();
  expect(sent(recorded, SUGGEST)).toEqual([]);
  expect(screen.getByText('10:00')).toBeTruthy();
  (await button('Show later times')).focus();
  await press('Show later times');
  const days = await screen.findAllByRole('button', { name: /, 1 time$/ });
  expect(document.activeElement).toBe(days[1]);
  fireEvent.click(days[1] as HTMLElement);
  expect(screen.getByText('15:00')).toBeTruthy();
  fireEvent.click(screen.getByRole('radio'));
  await press('Send suggestion');
  await waitFor(() => expect(recorded.toasts).toEqual(['Suggestion sent']));
  expect(sent(recorded, SUGGEST)).toEqual([{ session_time: SUGGESTED }]);
  expect((await screen.findByText(/^Sat, Dec 5, 15:00$/)).parentElement?.textContent).toContain(
    'Someone else can still book this time until your student accepts.',
  );
  expect(screen.queryByRole('radio')).toBeNull();
  expect(document.activeElement).toBe(await button('Suggest another time'));
});

test.each([
  [undefined, /^You suggested Sat, Dec 5, 15:00\. .+ student\. Someone else can still book/],
  ['2026-11-28T15:00:00Z', / student, who can accept until Sun, Nov 29, 00:00\. Someone else/],
])('names the deadline of the student (%s)', async (suggested_until, words) => {
  await open({ suggested_time: SUGGESTED, suggested_until });
  const time = await screen.findByText(/^Sat, Dec 5, 15:00$/);
  expect(time.parentElement?.textContent).toMatch(words);
});

test('shows no suggestion after its deadline', async () => {
  await open({ suggested_time: SUGGESTED, suggested_until: '2026-11-22T11:00:00Z' });
  await button('Suggest another time');
  expect(screen.queryByText(/^You suggested/)).toBeNull();
});

test('shows a suggestion whose time is taken, to withdraw it', async () => {
  await open({ suggested_time: SUGGESTED, suggested_taken: true });
  const { textContent } = (await screen.findByText(/^You suggested/)) ?? {};
  expect(textContent).toContain("This time isn't free right now, so your student can't accept it.");
  expect(textContent).not.toContain('Someone else');
  await button('Withdraw');
});

test.each([
  ['after the deadline', '2026-11-22T11:30:00Z', '2026-12-05T06:00:00Z', true],
  ['before the deadline', '2026-11-22T12:30:00Z', '2026-12-05T06:00:00Z', false],
  ['for a start that is too soon', '2026-11-22T11:30:00Z', '2026-11-25T06:00:00Z', false],
  ['without a deadline', null, '2026-12-05T06:00:00Z', false],
])('mentions a new free cancellation only %s', async (_, cancel_until, start, isMentioned) => {
  await open({ cancel_until }, { [TIMES]: () => ({ starts: [start], next: null }) });
  await press('Suggest another time');
  expect(screen.queryByText(/cancel for free/)).toBeNull();
  const option = await screen.findByRole('radio');
  const regions = screen.getAllByRole('status');
  fireEvent.click(option);
  const sentence =
    'If your student accepts, they can cancel for free again until Sun, Nov 29, 11:00.';
  await waitFor(() =>
    expect(screen.queryByText(/cancel for free/)?.textContent.replaceAll('\u00a0', ' ')).toBe(
      isMentioned ? sentence : undefined,
    ),
  );
  if (isMentioned) expect(regions).toContain(screen.getByText(/cancel for free/));
});

test('withdraws a suggestion', async () => {
  let page: object = { ...booking, suggested_time: SUGGESTED };
  const { recorded } = await open(
    {},
    {
      [PAGE]: () => page,
      [WITHDRAW]: () => {
        page = booking;
        return { detail: '' };
      },
    },
  );
  await press('Withdraw');
  await waitFor(() => expect(screen.queryByText(/^You suggested/)).toBeNull());
  expect(recorded.toasts).toEqual(['Suggestion withdrawn']);
  expect(sent(recorded, WITHDRAW)).toHaveLength(1);
  expect(document.activeElement).toBe(await button('Suggest another time'));
});

test('keeps the form and the suggestion after failures', async () => {
  const refuse = (detail: string) => () => Promise.reject(new ApiError('http', 409, { detail }));
  const { recorded } = await open(
    { suggested_time: SUGGESTED },
    {
      [TIMES]: () => ({ starts: ['2026-11-29T01:00:00Z'], next: null }),
      [SUGGEST]: refuse('This time is no longer available.'),
      [WITHDRAW]: refuse('Too late.'),
    },
  );
  await press('Suggest another time');
  fireEvent.click(await screen.findByRole('radio'));
  await press('Send suggestion');
  await press('Withdraw');
  await waitFor(() =>
    expect(recorded.alerts).toEqual([
      "We couldn't send your suggestion. (This time is no longer available.)",
      "We couldn't withdraw your suggestion. (Too late.)",
    ]),
  );
  expect(screen.getByRole('radio')).toBeTruthy();
  expect(screen.getByText(/^You suggested/)).toBeTruthy();
});

test.each([
  ['a server without suggestions', { suggested_time: undefined }, NOW],
  ['a cancelled booking', { status: 'cancelled' }, NOW],
  ['a session without a time', { session_time: null, timed: false }, NOW],
  ['a session that has begun', {}, Date.parse(booking.session_time)],
])('offers nothing for %s', async (_, more, now) => {
  await open(more, {}, now);
  await screen.findByRole('heading', { name: 'History' });
  expect(screen.queryByRole('button', { name: 'Suggest another time' })).toBeNull();
});
