import type { Tokens, Session as User } from '@carry/contracts/api';
import {
  type ApiRequest,
  type AuthApi,
  type AuthState,
  isApiError,
  type ReadonlyStore,
} from '@carry/contracts/shell';
import type { SessionCalls } from '@carry/contracts/site';
import { createStore } from 'zustand/vanilla';
import { onChangedElsewhere } from './on-changed-elsewhere';
import { oneRefresh } from './refresh-lock';
import { createRefreshTimer, MIN_REFRESH_INTERVAL_MS } from './refresh-timer';
import { subjectOf, type TokenStore } from './tokens';

export interface Session extends AuthApi {
  /** How often the person who was signed in has gone: signed out, or replaced by another account. What was shown of them must go too. */
  readonly departures: ReadonlyStore<number>;
  /** Restores the stored session, fetches the profile and keeps the token fresh; call once, in the browser. */
  start(): void;
  /** Renews the access token, once for all tabs; resolves true when there is another one than the `stale` (default: the stored) one. */
  refresh(stale?: string): Promise<boolean>;
}

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

/** The visitor's session: who is signed in, and a token that stays fresh. */
export function createSession({
  calls,
  tokens,
  now,
  open,
  asUser,
  onEnd,
}: SessionOptions): Session {
  const store = createStore<AuthState>(() => ({ status: 'unknown', user: null }));
  const departures = createStore<number>(() => 0);
  const timer = createRefreshTimer(tokens, now, (stale) => void refresh(stale));
  /** The token that the state is about; another tab may have stored another one meanwhile. */
  let known: string | null = null;

  const depart = () => departures.setState((count) => count + 1, true);

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

  /** Whether two tokens are of one person; of tokens that do not tell, only the same one is. */
  const isSamePerson = (one: string, other: string) =>
    one === other || (subjectOf(one) !== null && subjectOf(one) === subjectOf(other));

  function restore(): void {
    known = tokens.access();
    store.setState({ status: known ? 'signed-in' : 'signed-out', user: null });
    if (!known) return;
    timer.schedule();
    void fetchUser();
  }

  /** Follows what another tab has done to the tokens. */
  function follow(): void {
    const access = tokens.access();
    const signedIn = store.getState().status === 'signed-in';
    if (signedIn && !access)
      leave(); // the tab in which it ended has told whoever is concerned
    else if (access && !signedIn) restore();
    else if (access && access !== known) replace(access);
    else timer.schedule();
  }

  /** Another tab has stored another token: renewed, or of another account. */
  function replace(access: string): void {
    const same = isSamePerson(known ?? '', access);
    known = access;
    timer.schedule(MIN_REFRESH_INTERVAL_MS);
    if (same) return;
    if (subjectOf(access) !== null) {
      depart();
      store.setState({ user: null });
    }
    void fetchUser(); // of a token that does not say whose it is, the profile tells
  }

  function end(asked: boolean): void {
    const token = tokens.refresh();
    // A server that does not know the call, or does not answer, keeps nobody signed in here.
    if (asked && token && calls?.revoke)
      void open.post(calls.revoke, { refresh: token }, { keepalive: true }).catch(() => {});
    onEnd(asked);
    leave();
  }

  function leave(): void {
    timer.stop();
    tokens.clear();
    known = null;
    store.setState({ status: 'signed-out', user: null });
    depart();
  }

  let running: Promise<boolean> | null = null;
  function refresh(stale = tokens.access()): Promise<boolean> {
    running ??= oneRefresh(tokens, stale, exchange).finally(() => {
      running = null;
    });
    return running;
  }

  async function exchange(): Promise<boolean> {
    const access = tokens.access() ?? undefined;
    const token = tokens.refresh();
    if (!token || !calls) return false;
    try {
      const renewed = (await open.post(calls.renew, { refresh: token })) as Partial<Tokens>;
      if (tokens.refresh() !== token) return tokens.access() !== null; // signed out or in again meanwhile
      tokens.save(renewed ?? {});
      known = tokens.access();
      timer.schedule(MIN_REFRESH_INTERVAL_MS);
      return Boolean(renewed?.access);
    } catch (error) {
      // Only the server's own no ends a session; a network fault or a 5xx is tried again.
      if (isApiError(error) && (error.status === 400 || error.status === 401)) end(false);
      else timer.retry(access);
      return false;
    }
  }

  return {
    store,
    departures,
    refresh,
    async signIn(fresh: Tokens) {
      if (known && !isSamePerson(known, fresh.access)) depart();
      tokens.save(fresh);
      known = fresh.access;
      store.setState({ status: 'signed-in', user: null });
      timer.schedule();
      await fetchUser();
    },
    signOut: () => end(true),
    start() {
      restore();
      onChangedElsewhere(follow);
    },
  };
}
