import { expect, test } from 'vitest';
import { passwordProblem } from './password-rules';

const WEAK = 'Password must be at least 8 characters and include a number and special character.';

test.each([
  ['Secret-1!', 'Secret-2!', 'Passwords do not match.'],
  ['short1!', 'short1!', WEAK],
  ['longenough!', 'longenough!', WEAK],
  ['longenough1', 'longenough1', WEAK],
  ['longenough1-', 'longenough1-', WEAK], // the hyphen is not in the list
  ['', '', WEAK],
])('%j and %j: %s', (password, repeated, message) => {
  expect(passwordProblem(password, repeated)).toBe(message);
});

test.each([...'!@#$%^&*?'])('%s is a special character', (character) => {
  expect(passwordProblem(`abcdef1${character}`, `abcdef1${character}`)).toBeNull();
});
