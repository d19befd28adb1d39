import type { Session as User } from '@carry/contracts/api';
import { ApiError, isOtherPerson } from '@carry/contracts/shell';
import { isSamePerson, type SessionOptions, type SessionState } from './session-state';

function toUser(profile: unknown): User {
  if (typeof profile !== 'object' || profile === null || Array.isArray(profile))
    throw new ApiError('malformed', 200);
  return profile as User;
}

export function createProfile(
  { calls, tokens, asUser }: Pick<SessionOptions, 'calls' | 'tokens' | 'asUser'>,
  { store, replaceUser }: SessionState,
) {
  let hasFailed = false;
  async function fetchUser(): Promise<void> {
    if (!calls) return;
    hasFailed = false;
    const token = tokens.access();
    const user = await (asUser().get(calls.profile, { bearer: true }) as Promise<unknown>)
      .then(toUser)
      .catch((error: unknown) => {
        console.warn('profile request failed; the session continues without a user', error);
        return null;
      });
    const { status, user: before } = store.getState();
    if (!token || status !== 'signed-in') return;
    if (!isSamePerson(token, tokens.access() ?? '')) return fetchUser(); // the account has changed during the request
    hasFailed = user === null;
    if (isOtherPerson(before, user)) replaceUser(user);
    else store.setState({ user });
  }
  /** Repeats a failed request. */
  const refetchUser = () => void (hasFailed && fetchUser());
  return { fetchUser, refetchUser };
}
