import { expect, test } from 'vitest';
import { spellAsRoute } from './route-case';

test.each([
  ['/CS2', '/cs2', '/cs2'],
  ['/BOOKing/Rook', '/booking/:coachId', '/booking/Rook'],
  ['/booking/Rook', '/booking/:coachId', '/booking/Rook'],
  ['/coach/Bookings/B-1', '/coach/bookings/:bookingId', '/coach/bookings/B-1'],
  ['/Docs/A/B', '/docs/*', '/docs/A/B'],
  ['/', '/', '/'],
])('spells %s of %s as %s', (pathname, pattern, expected) => {
  expect(spellAsRoute(pathname, pattern)).toBe(expected);
});
