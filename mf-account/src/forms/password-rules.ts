import { isStrong, WEAK_PASSWORD } from 'contracts/password';

/** The message for a new password and its repetition, or null when both are fine. */
export function passwordProblem(password: string, repeated: string): string | null {
  if (password !== repeated) return 'Passwords do not match.';
  return isStrong(password) ? null : WEAK_PASSWORD;
}
