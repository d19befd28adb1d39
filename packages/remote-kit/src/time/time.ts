import { useIsNew } from '@carry/ui';
import { useEffect, useState } from 'react';
import { useShell } from '../route/remote';

const TICK_MS = 1000;

/** A moment in words of which no line ends inside the time of day, as between "4:00" and "PM". */
export const unbroken = (moment: string) => moment.replaceAll(/(:\d\d) /g, '$1\u00a0');

/**
 * What `read` makes of the server's time, looked at each second; null on the server and while its HTML is hydrated, which cannot know it. What is rendered
 * later knows it at once, so that nothing moves.
 * Renders again only when the result is another one (`Object.is`), so `read` should answer a string, a number or null; it must be a stable function.
 */
export function useTime<T>(read: (now: number) => T): T | null {
  const shell = useShell();
  const isNew = useIsNew();
  const [value, setValue] = useState<T | null>(() => (isNew ? read(shell.now()) : null));
  useEffect(() => {
    const look = () => setValue(() => read(shell.now()));
    look();
    const timer = setInterval(look, TICK_MS);
    return () => clearInterval(timer);
  }, [shell, read]);
  return value;
}
