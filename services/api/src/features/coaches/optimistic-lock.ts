import { isDeepStrictEqual } from 'node:util';
import { Problem } from '../../core/errors/problem';

export type Seen<T> = { [Name in keyof T]?: T[Name] | undefined } | undefined;

interface Request<T> {
  seen: Seen<T>;
  change: { [Name in keyof T]?: unknown };
}

/**
 * Throws 409 if a value has changed since the caller saw it, so that a form opened earlier cannot undo the change.
 * A value that equals the requested one passes: the caller may repeat a save whose response was lost.
 */
export function assertUnchanged<T extends object>(current: T, { seen, change }: Request<T>): void {
  const isCurrent = (values: Request<T>['change'] | undefined, name: keyof T) =>
    isDeepStrictEqual(values?.[name], current[name]);
  const isStale = (name: keyof T) =>
    seen?.[name] !== undefined && !isCurrent(seen, name) && !isCurrent(change, name);
  if ((Object.keys(current) as (keyof T)[]).some(isStale))
    throw new Problem(
      409,
      'Someone changed this in the meantime. Copy what you typed, then reload the page.',
    );
}
