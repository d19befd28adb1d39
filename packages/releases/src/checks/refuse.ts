import { ReleaseRefused } from '../errors/errors';

/** Throws {@link ReleaseRefused} with a sentence that says what to do, unless the condition holds. */
export function refuseUnless(condition: unknown, message: string): asserts condition {
  if (!condition) throw new ReleaseRefused(message);
}
