import type { Tokens } from '@carry/contracts/api';
import { type AuthApi, hasUnsavedChanges, type ReadonlyStore } from '@carry/contracts/shell';
import type { Renewal } from '../http/http';
import { createProfile } from './profile';
import { createRefreshTimer, MIN_REFRESH_INTERVAL_MS } from './refresh-timer';
import { createRenewal } from './renewal';
import { createSessionState, isSamePerson, type SessionOptions } from './session-state';
import { ACCESS_KEY, readSubject } from './tokens';

export interface Session extends AuthApi {
  /** Counts how often the signed-in user signed out or was replaced. Private data must be hidden on each change. */
  readonly accountChanges: ReadonlyStore<number>;
  /** Restores the stored session, fetches the profile and keeps the token fresh. Call once, in the browser. */
  start(): void;
  /** Replaces the access token `stale` (default: the stored one), once for all tabs. */
  refresh(stale?: string): Promise<Renewal>;
}

export function createSession(options: SessionOptions): Session {
  const { calls, tokens, now, open, onEnd } = options;
  const state = createSessionState();
  const { store, accountChanges, countAccountChange, setSignedOut, startNext } = state;
  const timer = createRefreshTimer(tokens, now, (stale) => void refresh(stale));
  const { fetchUser, refetchUser, followToken } = createProfile(options, state);
  const renewal = { ...options, onRenewed: refetchUser, onEnd: () => end(false) };
  const refresh = createRenewal(renewal, state, timer);

  function restore(): void {
    const access = tokens.access();
    const isOther = access && state.token && !isSamePerson(state.token, access);
    state.token = access;
    if (isOther) startNext();
    store.setState({ status: state.token ? 'signed-in' : 'signed-out', user: null });
    timer.schedule();
    if (state.token) void fetchUser();
  }

  function syncWithStorage(): void {
    const access = tokens.access();
    const signedIn = store.getState().status === 'signed-in';
    // after an end elsewhere, the other tab has called onEnd
    if (signedIn && !access) leave(!tokens.isExpired());
    else if (access && !signedIn) restore();
    else if (access && access !== state.token) replaceToken(access);
    else timer.schedule();
  }

  /** Adopts a token of another tab: renewed, or of another account. */
  function replaceToken(access: string): void {
    const before = state.token ?? '';
    state.token = access;
    timer.schedule(MIN_REFRESH_INTERVAL_MS);
    followToken(before, access);
  }

  function end(isSignOut: boolean): void {
    const token = tokens.refresh();
    // Best effort: a failed revocation must not prevent the sign-out.
    if (isSignOut && token && calls?.revoke)
      void open.post(calls.revoke, { refresh: token }, { keepalive: true }).catch(() => {});
    onEnd(isSignOut);
    leave(isSignOut);
  }

  /** After an expired session, a page with unsaved changes stays: its user can sign in again in another tab. */
  function leave(isSignOut: boolean): void {
    timer.stop();
    tokens.clear(!isSignOut);
    const isEnd = isSignOut || readSubject(state.token ?? '') === null;
    if (isEnd) state.token = null;
    setSignedOut(isEnd);
    if (isEnd || !hasUnsavedChanges()) countAccountChange();
  }

  return {
    store,
    accountChanges,
    refresh,
    async signIn(fresh: Tokens) {
      const { token } = state;
      const isOther = token !== null && !isSamePerson(token, fresh.access);
      if (isOther && readSubject(token) === null) onEnd(false); // its drafts have no owner
      tokens.save(fresh);
      state.token = fresh.access;
      if (isOther) startNext();
      else store.setState({ status: 'signed-in', user: null });
      timer.schedule();
      void fetchUser();
    },
    signOut: () => end(true),
    start() {
      restore();
      onChangedElsewhere(syncWithStorage);
    },
  };
}

function onChangedElsewhere(check: () => void): void {
  window.addEventListener('focus', check);
  window.addEventListener('pageshow', ({ persisted }) => persisted && check()); // frozen pages get no storage events
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && check(),
  );
  window.addEventListener('storage', ({ key }) => {
    if (key === ACCESS_KEY || key === null) check();
  });
}
