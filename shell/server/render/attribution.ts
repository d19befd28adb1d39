import { FRAME } from './protocol';

const later = { setImmediate: globalThis.setImmediate, setTimeout: globalThis.setTimeout };

/** Told whenever the code of another release begins to run. */
let onEnter: (key: string) => void = () => {};
/** Whose code runs; what it starts later runs in its name, too. */
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

const inItsName = <Given extends unknown[]>(work: (...given: Given) => void) => {
  const key = current;
  return (...given: Given) => attribution.run(key, () => work(...given));
};

// React renders in immediates: without this, what hangs there would be blamed on whoever came in before it.
Object.assign(globalThis, {
  setImmediate: <Given extends unknown[]>(work: (...given: Given) => void, ...given: Given) =>
    later.setImmediate(inItsName(work), ...given),
  setTimeout: <Given extends unknown[]>(
    work: (...given: Given) => void,
    ms?: number,
    ...given: Given
  ) => later.setTimeout(inItsName(work), ms, ...given),
});

/** In a turn of the loop of its own, so that what it starts runs before the next one. */
export const inOwnTurn = (work: () => void): void => void later.setImmediate(work);
