import { expect, test } from 'vitest';
import { isOtherPerson } from './is-other-person';

const kim = { id: 1, email: 'kim@example.com', username: 'kim' };

test.each([
  [null, kim, false],
  [null, null, false],
  [kim, null, true],
  [kim, { ...kim, is_coach: true }, false],
  [kim, { ...kim, id: 2 }, true],
  [kim, { email: 'lee@example.com' }, true],
  [kim, { username: 'lee' }, true],
  [{ id: 1 }, { email: 'kim@example.com' }, false],
  [{ id: 0 }, { id: 1 }, true],
  [kim, { id: null } as never, false],
])('compares %j with %j: %s', (previous, user, isOther) => {
  expect(isOtherPerson(previous, user)).toBe(isOther);
});
