export interface Clock {
  /** Server time, ms since the epoch. */
  now(): number;
  heard(stamped: number): void;
}

const MIN_SYNC_INTERVAL_MS = 30_000;
/** A larger drift means that the machine slept or its clock was changed. */
const MAX_DRIFT_MS = 2000;

const askServer = async () =>
  Number(await (await fetch('/_shell/time', { cache: 'no-store' })).text());

/** Returns a clock with the server's time: the page's timestamp plus monotonic time. All timestamps are late, so the latest counts. */
export function createClock(
  stamped: number,
  stale: boolean,
  ask: () => Promise<number> = askServer,
): Clock {
  let reference = { server: stamped, ticks: performance.now() };
  let drift = Date.now() - performance.now();
  let syncedAt = Number.NEGATIVE_INFINITY;

  const read = () => Math.floor(reference.server + performance.now() - reference.ticks);
  const heard = (server: number) => {
    if (server > read()) reference = { server, ticks: performance.now() };
  };
  const sync = () => {
    if (performance.now() - syncedAt < MIN_SYNC_INTERVAL_MS) return;
    syncedAt = performance.now();
    ask().then(heard, () => {});
  };
  if (stale) sync();
  return {
    heard,
    now() {
      const drifted = Date.now() - performance.now();
      if (Math.abs(drifted - drift) > MAX_DRIFT_MS) {
        drift = drifted;
        sync();
      }
      return read();
    },
  };
}

export function isCachedDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.transferSize === 0;
}
