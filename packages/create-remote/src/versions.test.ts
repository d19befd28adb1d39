import { expect, test } from 'vitest';
import { isNewer } from './versions';

test.each([
  ['^2.0.0', '^1.9.9', true],
  ['^1.10.0', '1.9.0', true],
  ['^1.0.0', '~2.0.0', false],
  ['4.1.12', '4.1.12', false],
  ['^4.1.12', '4.1.12', false],
  ['^19.3.0', '^19', true],
  ['1.0.0', '1.0.0-rc.1', true],
  ['1.0.0-rc.1', '1.0.0', false],
  ['1.0.0', 'latest', false],
  ['1.0.0', 'file:kit.tgz', false],
])('compares %s with %s', (range, other, newer) => {
  expect(isNewer(range, other)).toBe(newer);
});
