import { expect, test } from 'vitest';
import { type BookedTime, describeRest, formatMinutes, getHeldMinutes } from './held-time';

test.each<[BookedTime, string | null, number, string | null]>([
  [{ duration_minutes: 240, held_minutes: 120 }, '120 of 240 minutes', 120, '2 hours'],
  [{ duration_minutes: 180, held_minutes: 120 }, '120 of 180 minutes', 120, 'hour'],
  [{ duration_minutes: 150, held_minutes: 120 }, '120 of 150 minutes', 120, '30 minutes'],
  [{ duration_minutes: 120, held_minutes: 120 }, '120 minutes', 120, null],
  [{ duration_minutes: 240 }, '240 minutes', 240, null],
  [{}, null, 0, null],
  [{ duration_minutes: 0 }, null, 0, null],
])('describes the held part of %j', (booking, length, held, rest) => {
  expect(getHeldMinutes(booking)).toBe(held);
  expect(formatMinutes(booking)).toBe(length);
  expect(describeRest(booking, 'student')).toBe(
    rest && `Your coach will message you to arrange the remaining ${rest}.`,
  );
  expect(describeRest(booking, 'coach')).toBe(
    rest && `Please message your student to arrange the remaining ${rest}.`,
  );
});
