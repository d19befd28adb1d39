import { expect, test } from 'vitest';
import { suggestPath } from './suggest-path';

test('a near miss is suggested, a far one is not', () => {
  const patterns = ['/', '/login', '/register', '/booking/:coachId'];
  expect(suggestPath('/logn', patterns)).toBe('/login');
  expect(suggestPath('/Register/', patterns)).toBe('/register');
  expect(suggestPath('/something-else', patterns)).toBeNull();
});
