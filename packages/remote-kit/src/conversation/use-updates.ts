import { isApiError } from '@carry/contracts/shell';
import { useEffect, useEffectEvent } from 'react';
import { useShell } from '../route/remote';

const FIRST_RETRY_MS = 2000;
const MAX_RETRY_MS = 60_000;

/** True if the server has no such stream or does not allow it; a retry would fail, too. */
const isRefusal = (failure: unknown) =>
  isApiError(failure) && failure.status >= 400 && failure.status < 500 && failure.status !== 429;

/** Calls `onChange` after each change of a booking, by server-sent events, and when a hidden page is shown again or comes online. */
export function useUpdates(booking: number | string, onChange: () => void): void {
  const { api } = useShell();
  const notifyChange = useEffectEvent(onChange);
  useEffect(() => {
    const { follow } = api;
    let stream: AbortController | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let waitMs = FIRST_RETRY_MS;
    let hasOpened = false;
    const path = `/api/bookings/${encodeURIComponent(booking)}/events/` as const;
    /** `hasRead`: the page has just been read. */
    const open = (hasRead: boolean) => {
      const controller = new AbortController();
      stream = controller;
      hasOpened = false;
      const onEvent = (name: string) => {
        if (name === 'open') {
          hasOpened = true;
          waitMs = FIRST_RETRY_MS;
        }
        notifyChange(); // at `open`, of a change since the last read
      };
      const reopen = (failure?: unknown) => {
        if (controller.signal.aborted) return;
        if (!hasOpened && !hasRead) notifyChange();
        if (isRefusal(failure)) return;
        timer = setTimeout(reconnect, waitMs);
        waitMs = Math.min(2 * waitMs, MAX_RETRY_MS);
      };
      follow(path, onEvent, { bearer: true, signal: controller.signal }).then(
        () => reopen(),
        reopen,
      );
    };
    /** Reads first, unless the last stream opened: then this one should, which causes a read. */
    const reconnect = () => {
      const mustRead = !hasOpened;
      if (mustRead) notifyChange();
      open(mustRead);
    };
    const close = () => {
      clearTimeout(timer);
      stream?.abort();
    };
    const restart = () => {
      close();
      if (!document.hidden) reconnect();
    };
    if (!document.hidden) open(true);
    document.addEventListener('visibilitychange', restart);
    window.addEventListener('online', restart);
    return () => {
      document.removeEventListener('visibilitychange', restart);
      window.removeEventListener('online', restart);
      close();
    };
  }, [api, booking]);
}
