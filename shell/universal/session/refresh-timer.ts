import { readExpiry, type TokenStore } from './tokens';

const EXPIRY_MARGIN_MS = 60_000;
const RETRY_AFTER_FAILURE_MS = 15_000;
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Prevents a refresh loop if a server with a wrong clock issues expired tokens. */
export const MIN_REFRESH_INTERVAL_MS = 15_000;

/** Schedules the refresh of the stored token. Passes that token on, because another tab may renew it first. */
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
    schedule(earliestMs = 0): void {
      stop();
      const access = tokens.access();
      const expiry = access && tokens.refresh() ? readExpiry(access) : null;
      if (!access || expiry === null) return;
      start(
        access,
        Math.min(Math.max(earliestMs, expiry - EXPIRY_MARGIN_MS - now()), MAX_TIMER_MS),
      );
    },
    retry: (token: string | undefined) => start(token, RETRY_AFTER_FAILURE_MS),
  };
}

export type RefreshTimer = ReturnType<typeof createRefreshTimer>;
