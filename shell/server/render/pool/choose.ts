import { FRAME } from '../protocol/protocol';
import type { RenderProcess } from './render-process';

/** So many pages that wait at one process are a crowd: its releases may be rendered in a second one, too … */
const CROWD = 4;
/** … that has a fraction of them to render. */
const IDLE = 8;

/**
 * The process that a page should go to; null where none speaks, and another one should be started. A release stays where its code is: each copy costs
 * memory, and its first pages are slow.
 */
export function choose(
  key: string,
  all: RenderProcess[],
  limits: { processes: number; deadlineMs: number },
): RenderProcess | null {
  const now = Date.now();
  const isQuiet = (process: RenderProcess) => process.silentFor(now) < limits.deadlineMs / 4;
  const byLoad = [...all].sort((one, other) => one.load - other.load || one.held - other.held);
  const home = key === FRAME ? undefined : byLoad.find((process) => process.has(key));
  const quietest = byLoad.find(isQuiet);
  if (home && !isQuiet(home) && home.current === key) return home; // it may be what hangs there: nowhere else, too
  if (home && isQuiet(home)) {
    if (home.load < CROWD) return home;
    return quietest && quietest.load <= home.load / IDLE ? quietest : home;
  }
  if (quietest) return quietest;
  return all.length < 2 * limits.processes ? null : (byLoad[0] ?? null);
}
