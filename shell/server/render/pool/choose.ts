import { FRAME } from '../protocol/protocol';
import type { RenderProcess } from './render-process';

/** From this load on, a release may get a second process … */
const CROWD = 4;
/** … with at most 1/8 of the load. */
const IDLE = 8;

/** Returns the process for a page; null: start one. Releases stay in their process, because copies cost memory. */
export function choose(
  key: string,
  all: RenderProcess[],
  limits: { processes: number; deadlineMs: number },
): RenderProcess | null {
  const now = performance.now();
  const isResponsive = (process: RenderProcess) => process.silentFor(now) < limits.deadlineMs / 4;
  const byLoad = [...all].sort(
    (one, other) => one.load - other.load || one.releaseCount - other.releaseCount,
  );
  const home = key === FRAME ? undefined : byLoad.find((process) => process.has(key));
  const leastLoaded = byLoad.find(isResponsive);
  if (home && !isResponsive(home) && home.current === key) return home; // this release may be what hangs; do not spread it
  if (home && isResponsive(home)) {
    if (home.load < CROWD) return home;
    return leastLoaded && leastLoaded.load <= home.load / IDLE ? leastLoaded : home;
  }
  if (leastLoaded) return leastLoaded;
  return all.length < 2 * limits.processes ? null : (byLoad[0] ?? null);
}
