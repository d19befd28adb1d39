import type { Tokens } from '@carry/contracts/api';
import { isApiError } from '@carry/contracts/shell';
import { withRefreshLock } from './refresh-lock';
import { MIN_REFRESH_INTERVAL_MS, type RefreshTimer } from './refresh-timer';
import type { SessionOptions, SessionState } from './session-state';

interface RenewalOptions extends Pick<SessionOptions, 'calls' | 'tokens' | 'open'> {
  onEnd(): void;
}

export function createRenewal(
  { calls, tokens, open, onEnd }: RenewalOptions,
  state: SessionState,
  timer: RefreshTimer,
) {
  let running: Promise<boolean> | null = null;
  function refresh(stale = tokens.access()): Promise<boolean> {
    running ??= withRefreshLock(tokens, stale, exchange).finally(() => {
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
      if (tokens.refresh() !== token) return tokens.access() !== null; // the session has changed during the request
      tokens.save(renewed ?? {});
      state.token = tokens.access();
      timer.schedule(MIN_REFRESH_INTERVAL_MS);
      return Boolean(renewed?.access);
    } catch (error) {
      // A 400 or 401 ends the session; network errors and 5xx are retried.
      if (isApiError(error) && (error.status === 400 || error.status === 401)) onEnd();
      else timer.retry(access);
      return false;
    }
  }
  return refresh;
}
