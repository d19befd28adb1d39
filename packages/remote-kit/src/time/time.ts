import { useIsClientRender } from '@carry/ui';
import { useCallback, useEffect, useState } from 'react';
import { useShell } from '../route/remote';

const TICK_MS = 1000;

/** Prevents a line break inside a time of day, as between "4:00" and "PM". */
export const unbroken = (moment: string) => moment.replaceAll(/(:\d\d) /g, '$1\u00a0');

/**
 * Returns `read` of the server's time, updated each second; null on the server and during hydration. Re-renders only if the result changes
 * (`Object.is`), so `read` should return a primitive. `read` must be stable; a new one applies in the render that passes it.
 */
export function useTime<T>(read: (now: number) => T): T | null {
  const { now } = useShell();
  const isNew = useIsClientRender();
  const [last, setLast] = useState(() => (isNew ? { read, value: read(now()) } : null));
  useEffect(() => {
    const look = () => {
      const value = read(now());
      setLast((last) =>
        last?.read === read && Object.is(last.value, value) ? last : { read, value },
      );
    };
    look();
    const timer = setInterval(look, TICK_MS);
    return () => clearInterval(timer);
  }, [now, read]);
  if (last === null) return null;
  return last.read === read ? last.value : read(now());
}

/** Returns whether the server's clock is before an ISO 8601 time; false if the time is missing or invalid. */
export const useIsBefore = (until: string | null | undefined): boolean =>
  useTime(useCallback((now: number) => now < Date.parse(until ?? ''), [until])) ?? false;
