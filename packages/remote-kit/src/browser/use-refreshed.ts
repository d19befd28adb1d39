import { isApiError } from '@carry/contracts/shell';
import { useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router-dom';

const HIDDEN_MS = 60_000;

/** Calls `onReturn` when the page is shown again after more than a minute. Uses `Date`, which also counts while the device sleeps. */
function usePageReturn(onReturn: () => void): void {
  const handleReturn = useEffectEvent(onReturn);
  useEffect(() => {
    let hiddenAt = document.hidden ? Date.now() : Number.POSITIVE_INFINITY;
    const change = () => {
      if (document.hidden) {
        hiddenAt = Date.now();
        return;
      }
      if (Date.now() - hiddenAt > HIDDEN_MS) handleReturn();
      hiddenAt = Number.POSITIVE_INFINITY;
    };
    document.addEventListener('visibilitychange', change);
    return () => document.removeEventListener('visibilitychange', change);
  }, []);
}

/** Returns a handler for failed background reads. After a 401 the page loads again, which leads to the login; other errors are logged. */
export function useRefreshFailure(): (error: unknown) => void {
  const { revalidate } = useRevalidator();
  return (error) => {
    if (isApiError(error) && error.status === 401) void revalidate();
    else console.warn('Failed to refresh the page.', error);
  };
}

/**
 * State that starts with a page's `data` and is read again when the page is shown after more than a minute. It stays after a failure and if
 * `read` resolves to null. Newer `data` or a change on the page replaces an outdated result. The setter takes a function of the latest state.
 */
export function useRefreshed<T>(
  data: T,
  read: () => Promise<T | null>,
): [T, (change: (latest: T) => T) => void] {
  const [shown, setShown] = useState({ data, value: data });
  const handleFailure = useRefreshFailure();
  usePageReturn(() => {
    read().then(
      (value) =>
        value !== null && setShown((latest) => (latest === shown ? { data, value } : latest)),
      handleFailure,
    );
  });
  const getLatest = (latest: typeof shown) => (latest.data === data ? latest.value : data);
  return [
    getLatest(shown),
    (change) => setShown((latest) => ({ data, value: change(getLatest(latest)) })),
  ];
}
