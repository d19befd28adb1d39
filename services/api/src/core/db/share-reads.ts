/** Returns a function that runs one read of a key at a time. Calls during a read share the next one: no result is older than its call. */
export function shareReads<T>() {
  const running = new Map<string, Promise<T>>();
  const waiting = new Map<string, Promise<T>>();
  const run = (key: string, read: () => Promise<T>) => {
    const result = read().finally(() => {
      if (running.get(key) === result) running.delete(key);
    });
    running.set(key, result);
    return result;
  };
  const runAfter = async (current: Promise<T>, key: string, read: () => Promise<T>) => {
    await current.catch(() => {});
    waiting.delete(key);
    return run(key, read);
  };
  return (key: string, read: () => Promise<T>): Promise<T> => {
    const current = running.get(key);
    if (!current) return run(key, read);
    const next = waiting.get(key) ?? runAfter(current, key, read);
    waiting.set(key, next);
    return next;
  };
}
