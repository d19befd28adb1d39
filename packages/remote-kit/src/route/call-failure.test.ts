import { ApiError } from '@carry/contracts/shell';
import { expect, test } from 'vitest';
import { readRefusalCode } from './call-failure';

test.each([
  ['{"detail":"Expired.","code":"link_expired"}', 'link_expired'],
  ['{"detail":"Expired."}', undefined],
  ['null', undefined],
  ['<html>', undefined],
])('reads the code of %s', (body, code) => {
  expect(readRefusalCode(new ApiError('http', 400, { body }))).toBe(code);
});

test('returns no code without a response', () => {
  expect(readRefusalCode(new TypeError('broken'))).toBeUndefined();
});
