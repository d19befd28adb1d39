import type { ShellApi } from '@carry/contracts/shell';
import { useEffect, useState } from 'react';
import { useShell } from './remote';

/** Server time, ms since the epoch; under a shell that does not tell it, the browser's. */
export const serverNow = ({ now }: Pick<ShellApi, 'now'>): number => now?.() ?? Date.now();

const TICK_MS = 1000;

/**
 * What `read` makes of the server's time, looked at each second; null until the page is hydrated, because the server's HTML cannot know it.
 * Renders again only when the result is another one (`Object.is`), so `read` should answer a string, a number or null; it must be a stable function.
 */
export function useTime<T>(read: (now: number) => T): T | null {
  const shell = useShell();
  const [value, setValue] = useState<T | null>(null);
  useEffect(() => {
    const look = () => setValue(() => read(serverNow(shell)));
    look();
    const timer = setInterval(look, TICK_MS);
    return () => clearInterval(timer);
  }, [shell, read]);
  return value;
}
