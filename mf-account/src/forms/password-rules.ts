import { tooLong } from '@carry/remote-kit/limits';
import { isStrong, MAX_PASSWORD, WEAK_PASSWORD } from '@carry/remote-kit/password';

/** What is wrong with a new password and its repetition, at the field that has to change; undefined when both are fine. */
export function passwordProblem(
  password: string,
  repeated: string,
): { password: string } | { repeated: string } | undefined {
  if (password !== repeated) return { repeated: 'Passwords do not match.' };
  if (password.length > MAX_PASSWORD) return { password: tooLong(MAX_PASSWORD) };
  return isStrong(password) ? undefined : { password: WEAK_PASSWORD };
}
