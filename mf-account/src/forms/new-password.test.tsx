import { MAX_PASSWORD } from '@carry/remote-kit/password';
import { expect, test } from 'vitest';
import { passwordProblem } from './new-password';

const LONG = `${'a'.repeat(MAX_PASSWORD)}1!`;
const WEAK = 'Password must be at least 8 characters and include a number and special character.';

test.each([
  ['Secret-1!', 'Secret-2!', { repeated: 'Passwords do not match.' }],
  ['short1!', 'short1!', { password: WEAK }],
  ['longenough!', 'longenough!', { password: WEAK }],
  ['longenough1', 'longenough1', { password: WEAK }],
  ['longenough1-', 'longenough1-', { password: WEAK }], // the hyphen is not a special character
  ['', '', { password: WEAK }],
  [LONG, LONG, { password: 'Please use at most 1,024 characters.' }],
])(
  'validates %j and %j as %j',
  { tags: ['@spec-5.13', '@spec-5.14', '@spec-5.18', '@spec-9.8'] },
  (password, repeated, problem) => {
    expect(passwordProblem(password, repeated)).toEqual(problem);
  },
);

test.each([...'!@#$%^&*?'])(
  'accepts %s as a special character',
  { tags: ['@spec-5.14', '@spec-9.8'] },
  (character) => {
    expect(passwordProblem(`abcdef1${character}`, `abcdef1${character}`)).toBeUndefined();
  },
);
