/** A release that must not go live, or a request that makes no sense; the message says what to do. */
export class ReleaseRefused extends Error {
  override readonly name = 'ReleaseRefused';
}

/** A change that lost against another one, or that a lock forbids; the message says what to do. */
export class ReleaseConflict extends Error {
  override readonly name = 'ReleaseConflict';
}
