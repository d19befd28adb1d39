/** A release that must not go live, or an invalid request; the message says what to do. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused';
}

/** A change that lost a race or that a lock forbids; the message says what to do. */
export class ReleaseConflict extends Error {
  override readonly name = 'ReleaseConflict';
}

/** Throws {@link ReleaseRefused} unless the condition is true. The message says what to do. */
export function refuseUnless(condition: unknown, message: string): asserts condition {
  if (!condition) throw new ReleaseRefused(message);
}
