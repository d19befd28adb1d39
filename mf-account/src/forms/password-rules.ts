import { tooLong } from '@carry/remote-kit/limits';
import { isStrong, MAX_PASSWORD, WEAK_PASSWORD } from '@carry/remote-kit/password';

/** Returns the error by field, or undefined if both fields are valid. */
export function passwordProblem(
  password: string,
  repeated: string,
): { password: string } | { repeated: string } | undefined {
  if (password !== repeated) return { repeated: 'Passwords do not match.' };
  if (password.length > MAX_PASSWORD) return { password: tooLong(MAX_PASSWORD) };
  return isStrong(password) ? undefined : { password: WEAK_PASSWORD };
}
