import { expect, test } from 'vitest';
import { randomId } from './random-id';

test('returns unique ids, also when the pool refills', () => {
  const ids = Array.from({ length: 5000 }, (_, n) => randomId(9 + (n % 8)));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every((id, n) => Buffer.from(id, 'base64url').length === 9 + (n % 8))).toBe(true);
  expect(ids.some((id) => /A{8}/.test(id))).toBe(false);
});
