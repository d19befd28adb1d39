export interface Clock {
  /** Server time, ms since the epoch. */
  now(): number;
  /** Takes note of a time that a server has stamped. */
  heard(stamped: number): void;
}

/** Between two questions to the server. */
const MIN_SYNC_INTERVAL_MS = 30_000;
/** More than timers and clock adjustments drift: the machine slept, or somebody set its clock. */
const MAX_DRIFT_MS = 2000;

const askServer = async () =>
  Number(await (await fetch('/_shell/time', { cache: 'no-store' })).text());

/**
 * The server's time in the browser: what the page was stamped with and the ticks since then, never the visitor's own clock.
 * What a server has stamped lies in the past, so the latest stamp is the closest; a page out of a cache asks for a fresh one.
 */
export function createClock(
  stamped: number,
  stale: boolean,
  ask: () => Promise<number> = askServer,
): Clock {
  let reference = { server: stamped, ticks: performance.now() };
  let drift = Date.now() - performance.now();
  let askedAt = Number.NEGATIVE_INFINITY;

  const read = () => Math.floor(reference.server + performance.now() - reference.ticks);
  const heard = (server: number) => {
    if (server > read()) reference = { server, ticks: performance.now() };
  };
  const sync = () => {
    if (performance.now() - askedAt < MIN_SYNC_INTERVAL_MS) return;
    askedAt = performance.now();
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

/** Whether this document came out of the browser's cache, as after Back or in a restored tab: its stamp may be days old. */
export function isCachedDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return navigation?.transferSize === 0;
}
