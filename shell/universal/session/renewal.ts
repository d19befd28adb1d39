import type { Tokens } from '@carry/contracts/api';
import { RENEWAL_PAUSE_MS, RENEWAL_REPEAT_MS, REUSE_LEEWAY_MS } from '@carry/contracts/limits';
import { isApiError } from '@carry/contracts/shell';
import type { Renewal } from '../http/http';
import { withRefreshLock } from './refresh-lock';
import { MIN_REFRESH_INTERVAL_MS, type RefreshTimer } from './refresh-timer';
import { isOtherSubject, type SessionOptions, type SessionState } from './session-state';

interface RenewalOptions extends Pick<SessionOptions, 'calls' | 'tokens' | 'open'> {
  onRenewed(): void;
  onEnd(): void;
}

const getStatus = (error: unknown) => (isApiError(error) ? error.status : null);
/** The server may have used the token, although its reply is lost, perhaps by a proxy. An answered failure has not used it. */
const isLost = (error: unknown) => [0, 502, 504].includes(getStatus(error) ?? -1);
const isRefused = (status: number | null) =>
  status !== null && status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Resolves to false. */
const pause = (ms: number) => new Promise<false>((resolve) => setTimeout(resolve, ms, false));

const throwIfLost = (reply: Promise<unknown>) =>
  reply.catch((error: unknown) => {
    if (isLost(error)) throw error;
  });

/**
 * Sends a request again if its reply is late or lost, unless it `isOutdated`. Ends early enough that the server takes no repeated token for
 * a stolen one. The first reply counts, because a slow one still arrives.
 */
async function sendRepeatedly(
  send: () => Promise<unknown>,
  isOutdated: () => boolean,
): Promise<unknown> {
  const start = performance.now();
  const isTooLate = () => performance.now() - start > REUSE_LEEWAY_MS / 2;
  const replies: Promise<unknown>[] = [];
  let isDone = false;
  while (!isDone) {
    replies.push(send());
    const isAnswered = Promise.any(replies.map(throwIfLost)).then(
      () => true,
      () => isTooLate() || pause(RENEWAL_PAUSE_MS),
    );
    const isLate = pause(RENEWAL_REPEAT_MS).then(isTooLate);
    isDone = (await Promise.race([isAnswered, isLate])) || isOutdated();
  }
  return Promise.any(replies).catch(() => replies.at(-1));
}

export function createRenewal(
  { calls, tokens, open, onRenewed, onEnd }: RenewalOptions,
  state: SessionState,
  timer: RefreshTimer,
) {
  let running: Promise<Renewal> | null = null;
  async function refresh(stale = tokens.access()): Promise<Renewal> {
    running ??= withRefreshLock(tokens, stale, exchange).finally(() => {
      running = null;
    });
    const renewal = await running;
    const access = tokens.access();
    return !access || isOtherSubject(stale ?? '', access) ? 'refused' : renewal;
  }

  async function exchange(): Promise<Renewal> {
    const token = tokens.refresh();
    if (!token || !calls) return 'refused';
    const access = tokens.access() ?? undefined;
    const isReplaced = () => tokens.refresh() !== token; // the session has changed during the request
    const send = () => open.post(calls.renew, { refresh: token });
    try {
      const renewed = (await sendRepeatedly(send, isReplaced)) as Partial<Tokens> | undefined;
      return isReplaced() ? 'renewed' : save(renewed ?? {});
    } catch (error) {
      return isReplaced() ? 'renewed' : handleFailure(getStatus(error), access);
    }
  }

  function save(renewed: Partial<Tokens>): Renewal {
    tokens.save(renewed);
    state.token = tokens.access();
    timer.schedule(MIN_REFRESH_INTERVAL_MS);
    onRenewed();
    return renewed.access ? 'renewed' : 'failed';
  }

  function handleFailure(status: number | null, access: string | undefined): Renewal {
    // A 400 or 401 ends the session; other failures are retried.
    if (status === 400 || status === 401) onEnd();
    else timer.retry(access);
    return isRefused(status) ? 'refused' : 'failed';
  }
  return refresh;
}
