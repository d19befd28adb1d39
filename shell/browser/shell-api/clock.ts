export interface Clock {
  /** Server time, ms since the epoch. */
  now(): number;
  heard(stamped: number): void;
}

const MIN_SYNC_INTERVAL_MS = 10_000;
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
  const getDrift = () => Date.now() - performance.now();
  /** Drift when the server last answered, or when the document arrived. */
  let drift = stale ? Infinity : getDrift();
  let askedAt = -Infinity;

  const read = () => Math.floor(reference.server + performance.now() - reference.ticks);
  const heard = (server: number) => {
    if (server > read()) reference = { server, ticks: performance.now() };
  };
  const now = () => {
    const drifted = getDrift();
    const ticks = performance.now();
    if (Math.abs(drifted - drift) > MAX_DRIFT_MS && ticks - askedAt >= MIN_SYNC_INTERVAL_MS) {
      askedAt = ticks;
      const sync = (server: number) => {
        if (!(server > 0)) return; // an error page
        drift = drifted;
        heard(server);
      };
      ask().then(sync, () => {});
    }
    return read();
  };
  if (stale) now();
  return { heard, now };
}

export function isCachedDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.transferSize === 0;
}
