import { FRAME } from './protocol';

let onEnter: (key: string) => void = () => {};
/** The release whose code runs. Each turn of the event loop, with its microtasks, belongs to one release. */
let current = FRAME;

export const attribution = {
  current: () => current,
  listen(listener: (key: string) => void) {
    onEnter = listener;
  },
  run<T>(key: string, work: () => T): T {
    if (key !== current) {
      current = key;
      onEnter(key);
    }
    return work();
  },
};

const { setImmediate } = globalThis;
/** Runs a function in its own turn of the event loop, so that its microtasks run before the next one. */
export const inOwnTurn = (work: () => void): void => void setImmediate(work);
