/** Exit code 1. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/** Exit code 3. */
export class Conflict extends Error {
  override readonly name = 'Conflict';
}
