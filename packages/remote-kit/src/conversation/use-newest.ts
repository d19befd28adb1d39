import { useCallback, useRef } from 'react';

/** Returns a function that resolves with a call's result, or with null if a newer call was made meanwhile. */
export function useNewest() {
  const newest = useRef<Promise<unknown> | null>(null);
  return useCallback(async <T>(call: Promise<T>): Promise<T | null> => {
    newest.current = call;
    try {
      const result = await call;
      return newest.current === call ? result : null;
    } catch (error) {
      if (newest.current === call) throw error;
      return null;
    }
  }, []);
}
