import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../core/errors/problem';

/** Throws 409 if a value has changed since the caller saw it, so that a form opened earlier cannot undo the change. */
export function assertUnchanged<T extends object>(
  seen: { [Name in keyof T]?: T[Name] | undefined } | undefined,
  current: T,
): void {
  const isStale = (name: keyof T) =>
    seen?.[name] !== undefined && !isDeepStrictEqual(seen[name], current[name]);
  if ((Object.keys(current) as (keyof T)[]).some(isStale))
    throw new Problem(
      409,
      'Someone changed this in the meantime. Copy what you typed, then reload the page.',
    );
}
