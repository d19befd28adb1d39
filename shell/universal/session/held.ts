import type { ApiRequest, AuthState } from '@carry/contracts/shell';
import type { SessionCalls } from '@carry/contracts/site';
import { createStore } from 'zustand/vanilla';
import { subjectOf, type TokenStore } from './tokens';

/** An API client whose paths its caller was given. */
interface Client {
  get(path: string, request?: ApiRequest): Promise<unknown>;
  post(path: string, body: unknown, request?: ApiRequest): Promise<unknown>;
}

export interface SessionOptions {
  /** The calls of this installation's API; null: it has none, and nobody signs in. */
  calls: SessionCalls | null;
  tokens: TokenStore;
  /** Server time, ms since the epoch. */
  now: () => number;
  /** Calls that need no token (refresh). */
  open: Client;
  /** Calls as the user (profile). */
  asUser: () => Client;
  /** Called in the tab in which a session ends, before its tokens go; `asked` by the visitor, or refused by the server. */
  onEnd: (asked: boolean) => void;
}

/** What the parts of a session share. */
export function createHeld() {
  const store = createStore<AuthState>(() => ({ status: 'unknown', user: null }));
  const departures = createStore<number>(() => 0);
  return {
    store,
    departures,
    /** The token that the state is about; another tab may have stored another one meanwhile. */
    known: null as string | null,
    /** Whoever was here has gone. */
    depart: () => departures.setState((count) => count + 1, true),
  };
}
export type Held = ReturnType<typeof createHeld>;

/** Whether two tokens are of one person; of tokens that do not tell, only the same one is. */
export const isSamePerson = (one: string, other: string) =>
  one === other || (subjectOf(one) !== null && subjectOf(one) === subjectOf(other));
