import { expect, onTestFinished, test, vi } from 'vitest';
import {
  dateIn,
  formatClock,
  formatCount,
  formatCounted,
  formatCurrency,
  formatDate,
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

test.each([
  ['America/New_York', '2026-11-01T04:59Z', '00:59'],
  ['America/New_York', '2026-11-01T05:00Z', '01:00 EDT'],
  ['America/New_York', '2026-11-01T06:59Z', '01:59 EST'],
  ['America/New_York', '2026-11-01T07:00Z', '02:00'],
  ['America/New_York', '2027-03-14T07:00Z', '03:00'],
  ['Australia/Lord_Howe', '2027-04-03T14:29Z', '01:29'],
  ['Australia/Lord_Howe', '2027-04-03T14:30Z', '01:30 GMT+11'],
  ['Australia/Lord_Howe', '2027-04-03T15:00Z', '01:30 GMT+10:30'],
  ['Australia/Lord_Howe', '2027-04-03T15:30Z', '02:00'],
  ['Antarctica/Troll', '2026-10-25T00:59Z', '02:59 GMT+2'],
  ['Atlantic/Azores', '2026-10-25T00:30Z', '00:30 GMT+0'],
  ['Atlantic/Azores', '2026-10-25T01:30Z', '00:30 GMT-1'],
])('names the zone of repeated times: %s, %s', (timeZone, instant, text) => {
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  expect(formatDate(new Date(instant), { timeZone, ...clock }, 'en-US')).toBe(text);
  expect(formatDate(new Date(instant), { timeZone, year: 'numeric' }, 'en-US')).toMatch(/^\d+$/);
});

test('names the zone of repeated times of this device', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(formatClock(Date.parse('2026-10-25T00:30Z'))).toMatch(/^02:30 (GMT\+2|CEST)$/);
  expect(formatClock(Date.parse('2026-10-25T01:30Z'))).toMatch(/^02:30 (GMT\+1|CET)$/);
  expect(formatClock(Date.parse('2026-10-25T02:30Z'))).toBe('03:30');
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
