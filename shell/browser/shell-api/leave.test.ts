import { expect, test, vi } from 'vitest';
import { leave } from './leave';

test.each([
  ['https://pay.example/c/1', true],
  ['https://pay.example.evil/c/1', false],
  ['https://pay.example@evil.test/', false],
  ['https://user@pay.example/', false],
  ['http://pay.example/', false],
  ['//pay.example/', false],
  ['javascript:alert(1)', false],
  ['/relative', false],
  ['', false],
])('allows navigation to %s: %s', { tags: ['@fault-D16'] }, (url, allowed) => {
  const go = vi.fn();
  expect(leave(['https://pay.example'], url, go)).toBe(allowed);
  expect(go).toHaveBeenCalledTimes(allowed ? 1 : 0);
});
