const FRESH_MS = 10_000;

/** Prefetches reads. Each prefetch is consumed once, and dropped after a failure or `FRESH_MS`. */
export function readAhead<Reads extends Record<string, Promise<unknown>>>(
  read: (key: string) => Reads,
) {
  let ahead: { key: string; at: number; reads: Reads } | null = null;
  const fresh = (key: string) =>
    ahead?.key === key && performance.now() - ahead.at < FRESH_MS ? ahead.reads : null;
  return {
    start(key: string): void {
      if (fresh(key)) return;
      const started = { key, at: performance.now(), reads: read(key) };
      ahead = started;
      for (const call of Object.values(started.reads)) {
        call.catch(() => {
          if (ahead === started) ahead = null;
        });
      }
    },
    consume(key: string): Reads {
      const reads = fresh(key) ?? read(key);
      ahead = null;
      return reads;
    },
  };
}
