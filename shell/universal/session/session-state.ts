import type { ApiRequest, AuthState } from '@carry/contracts/shell';
import type { SessionCalls } from '@carry/contracts/site';
import { createStore } from 'zustand/vanilla';
import { readSubject, type TokenStore } from './tokens';

interface Client {
  get(path: string, request?: ApiRequest): Promise<unknown>;
  post(path: string, body: unknown, request?: ApiRequest): Promise<unknown>;
}

export interface SessionOptions {
  calls: SessionCalls | null;
  tokens: TokenStore;
  now: () => number;
  /** Client without a token (refresh, revoke). */
  open: Client;
  asUser: () => Client;
  /** Called before the tokens are removed or an opaque one is replaced, only in the tab where the session ends. True after a sign-out. */
  onEnd: (isSignOut: boolean) => void;
}

export function createSessionState() {
  const store = createStore<AuthState>(() => ({
    status: 'unknown',
    user: null,
    personChanges: 0,
  }));
  const accountChanges = createStore<number>(() => 0);
  const countAccountChange = () => accountChanges.setState((count) => count + 1, true);
  const addPersonChange = ({ personChanges = 0 }: AuthState) => ({
    personChanges: personChanges + 1,
  });
  /** `isEnd`: false if the same person may sign in again and go on. */
  const setSignedOut = (isEnd: boolean) =>
    store.setState((before) => ({
      status: 'signed-out',
      user: null,
      ...(isEnd && addPersonChange(before)),
    }));
  return {
    store,
    accountChanges,
    /** Access token of this tab's state; after an expired session, the last one of its person. */
    token: null as string | null,
    countAccountChange,
    setSignedOut,
    /** Replaces a person whom only the profile names. */
    replaceUser(user: AuthState['user']): void {
      countAccountChange();
      store.setState((before) => ({ user, ...addPersonChange(before) }));
    },
    /** Starts another person's session. Subscribers see the end of the previous one, although its profile may be missing. */
    startNext(): void {
      countAccountChange();
      setSignedOut(true);
      store.setState({ status: 'signed-in' });
    },
  };
}
export type SessionState = ReturnType<typeof createSessionState>;

/** Returns true if two tokens have the same subject, or are equal if they are opaque. */
export const isSamePerson = (one: string, other: string) =>
  one === other || (readSubject(one) !== null && readSubject(one) === readSubject(other));

/** Returns true if two tokens have different subjects; false if one is opaque. */
export const isOtherSubject = (one: string, other: string) =>
  readSubject(one) !== null && readSubject(other) !== null && !isSamePerson(one, other);
