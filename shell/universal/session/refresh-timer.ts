import { expiryOf, type TokenStore } from './tokens';

/** How long before its expiry an access token is renewed. */
const LEAD_MS = 60_000;
const RETRY_AFTER_FAILURE_MS = 15_000;
const MAX_TIMER_MS = 2 ** 31 - 1;
/** A token that is new and looks expired comes from a server whose clock is wrong: renewing it at once would never end. */
export const MIN_REFRESH_INTERVAL_MS = 15_000;

/** Renews the stored token in time: this token, not one that another tab has got meanwhile. */
export function createRefreshTimer(
  tokens: TokenStore,
  now: () => number,
  refresh: (stale: string | undefined) => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(timer);
  const start = (token: string | undefined, ms: number) => {
    stop();
    timer = setTimeout(() => refresh(token), ms);
  };
  return {
    stop,
    /** For the stored token, if it can be renewed and says when it ends. */
    schedule(earliestMs = 0): void {
      stop();
      const access = tokens.access();
      const expiry = access && tokens.refresh() ? expiryOf(access) : null;
      if (!access || expiry === null) return;
      start(access, Math.min(Math.max(earliestMs, expiry - LEAD_MS - now()), MAX_TIMER_MS));
    },
    /** After a failure that is not the server's own no. */
    retry: (token: string | undefined) => start(token, RETRY_AFTER_FAILURE_MS),
  };
}

export type RefreshTimer = ReturnType<typeof createRefreshTimer>;
