import { FRAME } from './protocol';

/** Called whenever the code of another release begins to run. */
let onEnter: (key: string) => void = () => {};
/** The release whose code runs. Each turn of the event loop belongs to one release, with the microtasks that it starts. */
let current = FRAME;

export const attribution = {
  current: () => current,
  listen(listener: (key: string) => void) {
    onEnter = listener;
  },
  /** Runs something in the name of a release. */
  run<T>(key: string, work: () => T): T {
    if (key !== current) {
      current = key;
      onEnter(key);
    }
    return work();
  },
};

const { setImmediate } = globalThis;
/** Runs work in a turn of the event loop of its own, so that the microtasks that it starts run before the next one. */
export const inOwnTurn = (work: () => void): void => void setImmediate(work);
