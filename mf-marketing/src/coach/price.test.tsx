import { expect, test } from 'vitest';
import { lowestRate } from './price';

const service = (rate: number, is_hourly = true) => ({ id: 'a', label: 'A', rate, is_hourly });

test.each([
  [25, '$25'],
  [12.5, '$12.50'],
  [1000, '$1,000'],
  [1_234_567.8, '$1,234,567.80'],
])('formats the lowest hourly rate %f as %s', (rate, words) => {
  expect(lowestRate([service(rate + 1), service(rate), service(1, false)])).toBe(words);
});

test('returns null without hourly services', () => {
  expect(lowestRate([service(1, false)])).toBeNull();
});
