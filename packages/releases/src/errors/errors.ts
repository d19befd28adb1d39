/** A release that must not go live, or an invalid request; the message says what to do. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused';
}

/** A change that lost a race or that a lock forbids; the message says what to do. */
export class ReleaseConflict extends Error {
  override readonly name = 'ReleaseConflict';
}
