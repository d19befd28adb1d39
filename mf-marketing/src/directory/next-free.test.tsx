import { afterEach, expect, test, vi } from 'vitest';
import { describeMoment } from './next-free';

afterEach(() => vi.restoreAllMocks());

test.each([
  ['2026-11-27T00:30:00.000Z', 'Fri, Nov 27, 12:30 AM UTC'],
  ['2026-12-31T12:00:00.000Z', 'Thu, Dec 31, 12:00 PM UTC'],
])('describes %s in UTC', (at, words) => {
  expect(describeMoment(at, false)).toBe(words);
});

test('describes a moment on the local day', () => {
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(300);
  expect(describeMoment('2026-11-27T00:30:00.000Z', true)).toBe('Thu, Nov 26, 7:30 PM');
});
