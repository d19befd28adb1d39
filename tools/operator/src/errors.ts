/** What is not done, and why; the exit code is 1. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** What is in the way; the exit code is 3. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}
