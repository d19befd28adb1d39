import { ReleaseRefused } from '../errors/errors';

/** Throws {@link ReleaseRefused} unless the condition is true. The message says what to do. */
export function refuseUnless(condition: unknown, message: string): asserts condition {
  if (!condition) throw new ReleaseRefused(message);
}
