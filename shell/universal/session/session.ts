import type { Tokens } from '@carry/contracts/api';
import type { AuthApi, ReadonlyStore } from '@carry/contracts/shell';
import { createHeld, isSamePerson, type SessionOptions } from './held';
import { onChangedElsewhere } from './on-changed-elsewhere';
import { createProfile } from './profile';
import { createRefreshTimer, MIN_REFRESH_INTERVAL_MS } from './refresh-timer';
import { createRenewal } from './renewal';
import { subjectOf } from './tokens';

export interface Session extends AuthApi {
  /** How often the person who was signed in has gone: signed out, or replaced by another account. What was shown of them must go too. */
  readonly departures: ReadonlyStore<number>;
  /** Restores the stored session, fetches the profile and keeps the token fresh; call once, in the browser. */
  start(): void;
  /** Renews the access token, once for all tabs; resolves true when there is another one than the `stale` (default: the stored) one. */
  refresh(stale?: string): Promise<boolean>;
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
  const held = createHeld();
  const { store, departures, depart } = held;
  const timer = createRefreshTimer(tokens, now, (stale) => void refresh(stale));
  const fetchUser = createProfile({ calls, tokens, asUser }, held);
  const refresh = createRenewal({ calls, tokens, open }, held, timer, () => end(false));

  function restore(): void {
    held.known = tokens.access();
    store.setState({ status: held.known ? 'signed-in' : 'signed-out', user: null });
    if (!held.known) return;
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
    else if (access && access !== held.known) replace(access);
    else timer.schedule();
  }

  /** Another tab has stored another token: renewed, or of another account. */
  function replace(access: string): void {
    const same = isSamePerson(held.known ?? '', access);
    held.known = access;
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
    held.known = null;
    store.setState({ status: 'signed-out', user: null });
    depart();
  }

  return {
    store,
    departures,
    refresh,
    async signIn(fresh: Tokens) {
      if (held.known && !isSamePerson(held.known, fresh.access)) depart();
      tokens.save(fresh);
      held.known = fresh.access;
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
