import { callHost } from './host';

type Work = (...args: unknown[]) => void;

const IMMEDIATE = -1;
/** Below the render process's limit, which leaves timers for React. */
const MAX_TIMERS = 200;
const pending = new Map<number, { work: () => void; repeats: boolean }>();

interface Timing {
  ms: number;
  repeats?: boolean;
  most?: number;
}

function start(work: Work, args: unknown[], { ms, repeats = false, most = MAX_TIMERS }: Timing) {
  if (typeof work !== 'function') throw new TypeError('the timer callback must be a function');
  const id = pending.size < most ? callHost('startTimer', ms, repeats ? 1 : 0) : null;
  if (typeof id !== 'number')
    throw new RangeError(`too many timers: a release may have ${MAX_TIMERS}`);
  pending.set(id, { work: () => work(...args), repeats });
  return id;
}

function stop(id: unknown): void {
  if (typeof id !== 'number') return;
  pending.delete(id);
  callHost('stopTimer', id);
}

const milliseconds = (ms: unknown) => Math.max(Number(ms) || 0, 0);

export const timers = {
  setTimeout: (work: Work, ms?: unknown, ...args: unknown[]) =>
    start(work, args, { ms: milliseconds(ms) }),
  setInterval: (work: Work, ms?: unknown, ...args: unknown[]) =>
    start(work, args, { ms: milliseconds(ms), repeats: true }),
  setImmediate: (work: Work, ...args: unknown[]) => start(work, args, { ms: IMMEDIATE }),
  clearTimeout: stop,
  clearInterval: stop,
  clearImmediate: stop,
};

/** `setImmediate` for React's printer, outside the limit. */
export const ownImmediate = (work: Work, ...args: unknown[]): number =>
  start(work, args, { ms: IMMEDIATE, most: Number.POSITIVE_INFINITY });

export function fireTimer(id: number): void {
  const timer = pending.get(id);
  if (timer && !timer.repeats) pending.delete(id);
  timer?.work();
}

export const forgetTimers = (): void => pending.clear();
