import { expect, test } from 'vitest';
import { hmac, isHmac, isSameSecret } from './hmac';

test('compares secrets and rejects empty ones', () => {
  expect(isSameSecret('abc', 'abc')).toBe(true);
  for (const given of ['', 'ab', 'abcd', 'abd']) expect(isSameSecret(given, 'abc')).toBe(false);
  expect(isSameSecret('', '')).toBe(false);
});

test('verifies an HMAC', () => {
  expect(isHmac(hmac('secret', 'text'), 'secret', 'text')).toBe(true);
  expect(isHmac(hmac('other', 'text'), 'secret', 'text')).toBe(false);
});
