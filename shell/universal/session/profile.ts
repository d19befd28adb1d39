import type { Session as User } from '@carry/contracts/api';
import { ApiError, isApiError, isOtherPerson } from '@carry/contracts/shell';
import { MIN_REFRESH_INTERVAL_MS } from './refresh-timer';
import {
  isOtherSubject,
  isSamePerson,
  type SessionOptions,
  type SessionState,
} from './session-state';
import { readSubject } from './tokens';

function toUser(profile: unknown): User {
  if (typeof profile !== 'object' || profile === null || Array.isArray(profile))
    throw new ApiError('malformed', 200);
  return profile as User;
}

export function createProfile(
  { calls, tokens, asUser }: Pick<SessionOptions, 'calls' | 'tokens' | 'asUser'>,
  { store, replaceUser, startNext }: SessionState,
) {
  let hasFailed = false;
  let pauseEnd = 0;
  async function fetchUser(): Promise<void> {
    if (!calls) return;
    hasFailed = false;
    const token = tokens.access();
    const user = await (asUser().get(calls.profile, { bearer: true }) as Promise<unknown>)
      .then(toUser)
      .catch((error: unknown) => {
        console.warn('profile request failed; the session continues without a user', error);
        if (isApiError(error) && error.status === 401)
          pauseEnd = performance.now() + MIN_REFRESH_INTERVAL_MS;
        return null;
      });
    const { status, user: before } = store.getState();
    if (!token || status !== 'signed-in') return;
    const access = tokens.access() ?? '';
    const isPaused = performance.now() < pauseEnd && !isOtherSubject(token, access);
    if (!isSamePerson(token, access) && !isPaused) return fetchUser(); // the account has changed during the request
    hasFailed = user === null;
    if (isOtherPerson(before, user)) replaceUser(user);
    else store.setState({ user });
  }
  /** Repeats a failed request for a renewed token, unless a 401 is recent: each repetition would renew the token again, in every tab. */
  const refetchUser = (isNeeded = hasFailed) =>
    void (isNeeded && performance.now() >= pauseEnd && fetchUser());
  const followToken = (before: string, access: string): void => {
    if (isSamePerson(before, access)) refetchUser();
    else if (readSubject(access) === null)
      refetchUser(true); // identifies the user of an opaque token
    else {
      startNext();
      void fetchUser();
    }
  };
  return { fetchUser, refetchUser, followToken };
}
