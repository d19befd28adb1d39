import { expect, test } from 'vitest';
import {
  dateIn,
  formatClock,
  formatCount,
  formatCounted,
  formatCurrency,
  formatDollars,
  formatPrice,
  getDateFormat,
  isTimeZone,
  MAX_UNREAD,
} from './format';

const usd = { style: 'currency', currency: 'USD' } as const;
const long = new Intl.NumberFormat('en-US', usd);
const short = new Intl.NumberFormat('en-US', { ...usd, trailingZeroDisplay: 'stripIfInteger' });
const near = [0, 100, 1000, 99_999, 100_000, 12_345_600, 100_000_000, 123_456_789_012];

test.each(near)('formats amounts near %i cents like en-US US dollars', (middle) => {
  for (let cents = middle - 250; cents <= middle + 250; cents++) {
    expect(formatDollars(cents / 100)).toBe(long.format(cents / 100));
    expect(formatPrice(cents / 100)).toBe(short.format(cents / 100));
  }
});

test('formats amounts by the smallest unit of their currency', () => {
  expect([formatCurrency(123_450, 'usd'), formatCurrency(500, 'jpy')]).toEqual([
    '$1,234.50',
    '¥500',
  ]);
});

test('caches date formats by options and locale', () => {
  const options = { timeZone: 'Asia/Tokyo', year: 'numeric' } as const;
  const format = getDateFormat(options, 'en-GB');
  expect(getDateFormat({ ...options }, 'en-GB')).toBe(format);
  expect(getDateFormat(options, 'de')).not.toBe(format);
  for (let digits = 0; digits < 200; digits++) getDateFormat({ ...options }, `en-x-${digits}`);
  expect(getDateFormat(options, 'en-GB')).not.toBe(format); // the cache is bounded
});

test('returns the date of an instant in a time zone', () => {
  const instant = Date.parse('2026-11-27T23:30:00Z');
  expect(dateIn('America/New_York', instant)).toBe('2026-11-27');
  expect(dateIn('Asia/Tokyo', instant)).toBe('2026-11-28');
});

test('formats the time of day with 24 hours', () => {
  expect(formatClock(new Date(2026, 10, 25, 17, 5))).toBe('17:05');
});

test('recognizes supported time zones', () => {
  const zones = ['Asia/Tokyo', 'Etc/Unknown', ''];
  expect(zones.map(isTimeZone)).toEqual([true, false, false]);
});

test.each([0, 12, 999, 1000, 20_160, 1_234_567])('formats the count %i', (count) => {
  expect(formatCount(count)).toBe(new Intl.NumberFormat('en-US').format(count));
});

test.each([
  [999, undefined, '999'],
  [1000, undefined, '999+'],
  [99, MAX_UNREAD, '99'],
  [100, MAX_UNREAD, '99+'],
])('formats %i counted up to %s as %s', (count, max, text) => {
  expect(formatCounted(count, max)).toBe(text);
});
