import { expect, test } from 'vitest';
import { suggestPath } from './suggest-path';

test('suggests a near miss only', () => {
  const patterns = ['/', '/login', '/register', '/booking/:coachId'];
  expect(suggestPath('/logn', patterns)).toBe('/login');
  expect(suggestPath('/Register/', patterns)).toBe('/register');
  expect(suggestPath('/something-else', patterns)).toBeNull();
});
