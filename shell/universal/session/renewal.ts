import type { Tokens } from '@carry/contracts/api';
import { isApiError } from '@carry/contracts/shell';
import type { Held, SessionOptions } from './held';
import { withRefreshLock } from './refresh-lock';
import { MIN_REFRESH_INTERVAL_MS, type RefreshTimer } from './refresh-timer';

/** Renews the access token, once for all tabs; `refused` is told when the server keeps nobody signed in. */
export function createRenewal(
  { calls, tokens, open }: Pick<SessionOptions, 'calls' | 'tokens' | 'open'>,
  held: Held,
  timer: RefreshTimer,
  refused: () => void,
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
      if (tokens.refresh() !== token) return tokens.access() !== null; // signed out or in again meanwhile
      tokens.save(renewed ?? {});
      held.known = tokens.access();
      timer.schedule(MIN_REFRESH_INTERVAL_MS);
      return Boolean(renewed?.access);
    } catch (error) {
      // Only the server's own no ends a session; a network fault or a 5xx is tried again.
      if (isApiError(error) && (error.status === 400 || error.status === 401)) refused();
      else timer.retry(access);
      return false;
    }
  }
  return refresh;
}
