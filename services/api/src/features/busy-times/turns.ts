import { setImmediate } from 'node:timers/promises';
import vm from 'node:vm';

/** Work in one turn of the event loop. */
const TURN_MS = 15;
/** Wall time after which a turn is stopped. If it used half of that as processor time, the work is stopped; else the machine was busy. */
const STEP_MS = 500;
/** Longest wall time of a turn on a busy machine. */
const MAX_STEP_MS = 2000;
/** Processor time of the work. */
const TOTAL_MS = 5000;

export class WorkTooLong extends Error {}

/** Returns a function for the processor time of this thread in ms. Older Node versions count the whole process, so wall time limits it. */
function startCpuClock(): () => number {
  const [cpu, wall] = [readCpuMs(), performance.now()];
  return () => Math.min(readCpuMs() - cpu, performance.now() - wall);
}

function readCpuMs(): number {
  const clock: Pick<typeof process, 'cpuUsage'> & { threadCpuUsage?: typeof process.cpuUsage } =
    process;
  const { user, system } = clock.threadCpuUsage?.() ?? clock.cpuUsage();
  return (user + system) / 1000;
}

const isTimeout = (error: unknown) =>
  (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Runs work in turns of the event loop. `vm` stops a step that does not end. Throws {@link WorkTooLong} for too much in all. */
export async function runInTurns<Result>(
  start: () => Generator<undefined, Result>,
): Promise<Result> {
  let work = start();
  const turn = () => {
    const started = performance.now();
    for (;;) {
      const step = work.next();
      if (step.done || performance.now() - started > TURN_MS) return step;
    }
  };
  const context = vm.createContext({ turn });
  let leftMs = TOTAL_MS;
  let timeout = STEP_MS;
  while (leftMs > 0) {
    const usedMs = startCpuClock();
    try {
      const step: IteratorResult<undefined, Result> = vm.runInContext('turn()', context, {
        timeout,
      });
      if (step.done) return step.value;
    } catch (error) {
      if (!isTimeout(error)) throw error;
      if (usedMs() >= STEP_MS / 2 || timeout >= MAX_STEP_MS) throw new WorkTooLong();
      work = start(); // a stopped generator cannot go on
      timeout *= 2;
    }
    leftMs -= usedMs();
    await setImmediate();
  }
  throw new WorkTooLong();
}
