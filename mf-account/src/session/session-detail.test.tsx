import { ApiError } from '@carry/remote-kit';
import { openPage } from '@carry/remote-kit/test-page';
import { act, cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import remote from '../remote';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const session = {
  ...{ id: 3, reader: 'student', status: 'cancelled', timed: true, unread: 0, quantity: 1 },
  ...{ coach_name: 'Nova', service_name: 'One-on-one coaching', has_review: false },
  ...{ session_time: '2026-11-28T20:00:00Z', duration_minutes: 60, details: 'Aim.', notes: '' },
  ...{ student_name: 'Kim', contact_info: 'kim#1', history: [], writable: true, coach_id: 7 },
};

async function open(more: object = {}) {
  await openPage(remote, '/sessions/3', {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/bookings/3/': () => ({ ...session, ...more }),
      'GET /api/bookings/3/messages/': () => ({ messages: [], older: null, seen: 0 }),
    },
    now: () => Date.parse('2026-11-25T12:00:00Z'),
  });
  await screen.findByRole('heading', { name: 'Booking 3' });
}

test('leads to support while the coach is locked or gone', async () => {
  const place = { kind: 'link', url: 'https://meet.example/nova' };
  const late = { status: 'confirmed', cancel_until: '2026-11-25T08:00:00Z', place };
  await open(late);
  expect(screen.getByText('How to join')).toBeTruthy();
  expect(screen.getByText(/cancel it with a full refund\. Please message them/)).toBeTruthy();
  cleanup();
  await open({ ...late, writable: false });
  const notice = screen.getByText(/^isn't available right now\. Please/);
  expect(notice.textContent).toContain("Nova isn't available");
  expect(screen.queryByText(/message them/)).toBeNull();
  expect(screen.queryByText('How to join')).toBeNull();
});

const ahead = { status: 'confirmed', refund_from: '2026-12-23T15:00:00Z', time_zone: 'UTC' };
const begun = { ...ahead, session_time: '2026-11-25T11:00:00Z' };
const unfinished = { ...ahead, session_time: null, timed: false };
const fromThen = /ask for your money back from Wed.* Dec 23.* 15:00, or as soon as your coach/;

test.each([
  ['session', begun],
  ['order', unfinished],
])('shows when an open %s can be refunded', async (kind, more) => {
  await open(more);
  const words = screen.getByText(fromThen).textContent;
  expect(words).toMatch(/^Something wrong\? Message your coach below, or contact support\./);
  expect(words).toContain(`completes the ${kind}. You'll then have 48 hours.`);
});

test.each([
  ['ahead', { ...ahead }],
  ['cancellable', { ...unfinished, cancel_until: '2026-12-23T15:00:00Z' }],
  ['refundable', { ...begun, refund_until: '2026-12-23T15:00:00Z' }],
  ['completed', { ...begun, status: 'completed' }],
  ['refunded', { ...begun, refund: 'returned' }],
  ['of another server', { ...begun, refund_from: undefined }],
])('names no time of a refund for a booking that is %s', async (_, more) => {
  await open(more);
  expect(screen.queryByText(/ask for your money back from/)).toBeNull();
});

const END = '2026-11-25T12:00:05Z';
const UNTIL = '2026-11-28T12:00:05Z';
test.each([
  ['/sessions/3', UNTIL, 0, [0, 1]],
  ['/sessions/3', null, 0, [1, 0]],
  ['/sessions', UNTIL, 0, [0, 1]],
  ['/sessions', UNTIL, 1, [0, 1]],
])('%s offers a refund after the end (until %s, %i failures)', async (...row) => {
  const [path, refund_until, failures, expected] = row;
  vi.spyOn(console, 'warn').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout'], shouldAdvanceTime: true });
  let now = Date.parse('2026-11-25T12:00:00Z');
  const before = { ...session, ...begun, refund_from: END, refund: 'none', refund_until: null };
  let failed = 0;
  const read = () => {
    if (now < Date.parse(END)) return before;
    if (failed < failures) return Promise.reject(new ApiError('http', 500 + failed++));
    return { ...before, refund_until };
  };
  await openPage(remote, path, {
    auth: { status: 'signed-in' },
    answers: {
      'GET /api/my-sessions/': () => [before],
      'GET /api/bookings/3/': read,
      'GET /api/bookings/3/messages/': () => ({ messages: [], older: null, seen: 0 }),
    },
    now: () => now,
  });
  await screen.findAllByText(/Nova/);
  const offers = () => screen.queryAllByRole('button', { name: 'Request a refund' }).length;
  expect(offers()).toBe(0);
  const note = () => screen.queryAllByText(/ask for your money back from/).length;
  for (let second = 0; second < 9 + 60 * failures; second++) {
    now += 1000;
    await act(async () => void (await vi.advanceTimersByTimeAsync(1000)));
  }
  expect([note(), offers()]).toEqual(expected);
});

test('suggests no message to a locked coach', async () => {
  await open({ ...begun, writable: false });
  expect(screen.getByText(fromThen).textContent).toMatch(/^You can ask for your money back/);
});

test('shows that a refund is delayed', async () => {
  const due = { amount: 60, refund: 'due', refunded: 0 };
  await open({ ...due, refund_failed: true });
  expect(screen.getByText(/^We couldn't refund your payment of \$60\.00 yet\. We're/)).toBeTruthy();
  cleanup();
  await open(due);
  expect(screen.getByText(/^We're refunding your payment of \$60\.00\./)).toBeTruthy();
});

test('shows that a part of a refund is delayed', async () => {
  const delayed = /We couldn't refund \$5\.00 of your payment of \$60\.00 yet\. We're/;
  await open({ amount: 60, refund: 'none', refunded: 0, failed_refund: 5 });
  expect(screen.getByText(delayed)).toBeTruthy();
  cleanup();
  await open({ amount: 60, refund: 'none', refunded: 10, failed_refund: 5 });
  expect(
    screen.getByText(/^\$10\.00 of your payment of \$60\.00 has been refunded\. We/),
  ).toBeTruthy();
  expect(screen.getByText(delayed)).toBeTruthy();
});

const href = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href') ?? null;

test('leads from a cancelled session to a new booking', async () => {
  await open();
  expect([href('Book Nova again'), href('Find another coach')]).toEqual(['/booking/7', '/coaches']);
});

test.each([{ writable: false }, { coach_id: undefined }])(
  'leads to other coaches only (%j)',
  async (more) => {
    await open(more);
    expect([href('Book Nova again'), href('Find another coach')]).toEqual([null, '/coaches']);
  },
);

test('offers no other coach for a confirmed session', async () => {
  await open({ status: 'confirmed' });
  expect([href('Book Nova again'), href('Find another coach')]).toEqual([null, null]);
});
