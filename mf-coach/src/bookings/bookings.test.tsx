import { countdown } from '@carry/remote-kit';
import { afterEach, describe, expect, test } from 'vitest';
import { describePayment, describeRefund, formatLength, getServiceName } from './describe';
import { type DateFilter, dateRange, matches, type StatusFilter } from './filter';
import { byStart } from './read-bookings';

const home = process.env['TZ'];
afterEach(() => {
  process.env['TZ'] = home;
});

test.each([
  [{}, undefined],
  [{ amount: 60 }, 'Paid $60.00'],
  [{ amount: 60, refunded: 20 }, 'Paid $60.00 ($20.00 refunded)'],
  [{ amount: 60, refunded: 60 }, 'Refunded $60.00'],
  [{ amount: 60, refund: 'returned' as const }, 'Refunded $60.00'],
  [{ amount: 60, refund: 'due' as const }, 'Refund on its way $60.00'],
  [
    { amount: 60, refund: 'due' as const, refund_failed: true },
    "Refund delayed $60.00 We couldn't refund the student yet. We're looking into it.",
  ],
  [{ amount: 0 }, 'Paid $0.00'],
])('labels the payment of %j "%s"', (fields, words) => {
  const payment = describePayment({ id: 1, ...fields });
  expect(payment && [payment.label, payment.amount, payment.note].join(' ').trimEnd()).toBe(words);
});

const minutes = (count: number) => count * 60_000;

test.each([
  [minutes(2 * 1440 + 3 * 60 + 59), 'Starts in 2 days 3 hours'],
  [minutes(1440), 'Starts in 1 day 0 hours'],
  [minutes(1439), 'Starts in 23 hours 59 minutes'],
  [minutes(61), 'Starts in 1 hour 1 minute'],
  [minutes(59), 'Starts in 59 minutes'],
  [1, 'Starts in 0 minutes'],
  [0, 'Session has started or passed.'],
  [-1, 'Session has started or passed.'],
])('counts down %i ms to "%s"', { tags: ['@spec-2.32'] }, (left, words) => {
  expect(countdown(1_000_000_000_000 + left, 1_000_000_000_000)).toBe(words);
});

test.each([
  [{ service: 'one_on_one' }, 'one on one'],
  [{ service: { name: 'Aim training' } }, 'Aim training'],
  [{ service: { type: 'vod_review' } }, 'vod review'],
  [{ service: { slug: 'a_b' } }, 'a b'],
  [{ service: { name: '', slug: 'a_b' } }, 'a b'],
  [{ service_type: 'x' }, 'x'],
  [{ service_name: 'y' }, 'y'],
  [{ service_type: 'vod_review', service_name: 'Recorded match review' }, 'Recorded match review'],
  [{ service: null, service_type: '' }, null],
  [{}, null],
])('names the service of %j "%s"', { tags: ['@spec-3.9'] }, (fields, words) => {
  expect(getServiceName({ id: 1, ...fields })).toBe(words);
});

test.each([
  [{ amount: 25 }, 'The student gets the full payment of $25.00 back, and an email about it.'],
  [
    { amount: 1250.5, refund: 'none' as const },
    'The student gets the full payment of $1,250.50 back, and an email about it.',
  ],
  [{ amount: 25, refund: 'returned' as const }, undefined],
  [{ amount: '25' as never }, undefined],
  [{}, undefined],
])('describes the refund of %j: %s', { tags: ['@fault-11.2'] }, (fields, words) => {
  expect(describeRefund({ id: 1, ...fields })).toBe(words);
});

const session_time = '2026-11-22T15:30:00Z';
test.each([
  [{ session_time, duration_minutes: 60, quantity: 1 }, '1 hour'],
  [{ session_time, duration_minutes: 120, quantity: 2 }, '2 hours'],
  [{ session_time, duration_minutes: 240, held_minutes: 120, quantity: 4 }, '2 of 4 hours'],
  [{ session_time, duration_minutes: 240, held_minutes: 90 }, '90 of 240 minutes'],
  [{ session_time, duration_minutes: 90 }, '90 minutes'],
  [{ session_time: null, duration_minutes: 60, quantity: 1 }, '1 unit'],
  [{ session_time: null, duration_minutes: 60, quantity: 3 }, '3 units'],
  [{ session_time: null, duration_minutes: 60 }, '1 hour'],
  [{ session_time: null }, undefined],
])('formats the length of %j as %s', (fields, words) => {
  expect(formatLength({ id: 1, ...fields })).toBe(words);
});

describe.each(['UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Kiritimati'])(
  'filters in %s',
  (zone) => {
    test('filters by local days and lists unscheduled bookings last', {
      tags: ['@spec-2.28', '@spec-9.15', '@spec-9.16'],
    }, () => {
      process.env['TZ'] = zone;
      const now = new Date(2026, 10, 21, 15);
      const at = (day: number, hour: number, minute = 0) =>
        new Date(2026, 10, day, hour, minute).toISOString();
      const bookings = [
        { id: 5, session_time: null },
        { id: 4, session_time: at(28, 0), status: 'confirmed' },
        { id: 3, session_time: at(27, 23, 59), status: 'cancelled' },
        { id: 2, session_time: at(21, 23, 59), status: 'confirmed' },
        { id: 1, session_time: at(21, 0), status: 'completed' },
        { id: 0, session_time: at(20, 23, 59) },
      ];
      const ids = (status: StatusFilter, date: DateFilter) =>
        bookings
          .filter((booking) => matches(booking, status, dateRange(date, now)))
          .sort(byStart)
          .map(({ id }) => id);
      expect(ids('all', 'all')).toEqual([0, 1, 2, 3, 4, 5]);
      expect(ids('all', 'today')).toEqual([1, 2]);
      expect(ids('all', 'next-7-days')).toEqual([1, 2, 3]);
      expect(ids('confirmed', 'next-7-days')).toEqual([2]);
    });
  },
);
