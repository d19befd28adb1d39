import type { Session as User } from '@carry/contracts/api';
import { type Held, isSamePerson, type SessionOptions } from './held';

/** Reads who is signed in. */
export function createProfile(
  { calls, tokens, asUser }: Pick<SessionOptions, 'calls' | 'tokens' | 'asUser'>,
  { store, depart }: Held,
) {
  async function fetchUser(): Promise<void> {
    if (!calls) return;
    const token = tokens.access();
    const user = await (asUser().get(calls.profile, { bearer: true }) as Promise<User>).catch(
      (error: unknown) => {
        console.warn('The profile could not be loaded.', error);
        return null;
      },
    );
    const { status, user: before } = store.getState();
    if (!token || status !== 'signed-in') return;
    if (!isSamePerson(token, tokens.access() ?? '')) return fetchUser(); // this was the profile of whoever was here before
    if (before && user && before.email !== user.email) depart();
    store.setState({ user });
  }
  return fetchUser;
}
