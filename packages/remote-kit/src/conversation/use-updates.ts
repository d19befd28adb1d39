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
    const path = `/api/bookings/${encodeURIComponent(booking)}/events/` as const;
    const open = () => {
      const controller = new AbortController();
      stream = controller;
      const onEvent = (name: string) => {
        if (name === 'open') waitMs = FIRST_RETRY_MS;
        else notifyChange();
      };
      const reopen = (failure?: unknown) => {
        if (controller.signal.aborted || isRefusal(failure)) return;
        timer = setTimeout(() => {
          notifyChange();
          open();
        }, waitMs);
        waitMs = Math.min(2 * waitMs, MAX_RETRY_MS);
      };
      follow(path, onEvent, { bearer: true, signal: controller.signal }).then(
        () => reopen(),
        reopen,
      );
    };
    const close = () => {
      clearTimeout(timer);
      stream?.abort();
    };
    const restart = () => {
      close();
      if (document.hidden) return;
      notifyChange();
      open();
    };
    if (!document.hidden) open();
    document.addEventListener('visibilitychange', restart);
    window.addEventListener('online', restart);
    return () => {
      document.removeEventListener('visibilitychange', restart);
      window.removeEventListener('online', restart);
      close();
    };
  }, [api, booking]);
}
