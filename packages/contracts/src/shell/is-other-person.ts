import type { Session } from '../calls/session';

/** Parts of a profile that name its person. Servers may lack some. */
const NAMES = ['id', 'email', 'username'] as const;

/** Returns true if `user` is not the `previous` one: no profile is known, or one of its names differs. */
export const isOtherPerson = (previous: Session | null, user: Session | null) =>
  previous !== null &&
  (user === null ||
    NAMES.some((name) => {
      const [before, now] = [previous[name] ?? null, user[name] ?? null];
      return before !== null && now !== null && before !== now;
    }));
