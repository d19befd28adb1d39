import { expect, test } from 'vitest';
import { isSameSecret, readBearer, sign } from './secrets';

test('signs with HMAC-SHA-256', () => {
  // RFC 4231, test case 2
  expect(
    Buffer.from(sign('Jefe', 'what do ya want for nothing?'), 'base64url').toString('hex'),
  ).toBe('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
});

test('compares secrets of any length and accepts no empty one', () => {
  expect(isSameSecret('abc', 'abc')).toBe(true);
  for (const given of ['', 'ab', 'abcd', 'abd']) expect(isSameSecret(given, 'abc')).toBe(false);
  expect(isSameSecret('', '')).toBe(false);
});

test('reads bearer tokens', () => {
  expect(readBearer('Bearer a b')).toBe('a b');
  for (const header of [undefined, '', 'Basic x', 'bearer x', 'x Bearer y', 'Bearer a\nb'])
    expect(readBearer(header)).toBe('');
});
