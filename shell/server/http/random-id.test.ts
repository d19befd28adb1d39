import { expect, test } from 'vitest';
import { randomId } from './random-id';

test('ids of any length never come twice, also where the pool ends', () => {
  const ids = Array.from({ length: 5000 }, (_, n) => randomId(9 + (n % 8)));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id, n) => Buffer.from(id, 'base64url').length === 9 + (n % 8))).toBe(true);
  expect(ids.some((id) => /A{8}/.test(id))).toBe(false); // nothing of what was used already
});
