import { FRAME } from '../protocol/protocol';
import type { RenderProcess } from './render-process';

/** From this load on, a release may get a second process … */
const CROWD = 4;
/** … with at most 1/8 of the load. */
const IDLE = 8;

/** Returns the process for a page, a ready one if there is any; null: start one. Releases stay in their process, because copies cost memory. */
export function choose(
  key: string,
  all: RenderProcess[],
  { deadlineMs, mayStart }: { deadlineMs: number; mayStart: boolean },
): RenderProcess | null {
  const now = performance.now();
  const isResponsive = (process: RenderProcess) => process.silentFor(now) < deadlineMs / 4;
  const ranked = [...all].sort(
    (one, other) =>
      Number(other.ready) - Number(one.ready) ||
      one.load - other.load ||
      one.releaseCount - other.releaseCount,
  );
  const home = key === FRAME ? undefined : ranked.find((process) => process.has(key));
  const best = ranked.find(isResponsive);
  if (home && !isResponsive(home) && home.current === key) return home; // this release may be what hangs; do not spread it
  if (home && isResponsive(home) && home.ready === best?.ready) {
    if (home.load < CROWD) return home;
    return best && best.load <= home.load / IDLE ? best : home;
  }
  if (best) return best;
  return mayStart ? null : (ranked[0] ?? null);
}
