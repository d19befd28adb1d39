import { expect, test } from 'vitest';
import { drawLine } from './chart';

test('leaves gaps open and draws a single value', () => {
  expect(drawLine([0, 10, null, 5], 10)).toBe('M0 160h0L320 0M960 80h0');
});
