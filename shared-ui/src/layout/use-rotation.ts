import { type RefObject, useCallback, useEffect, useState } from 'react';

const isInView = (box: Element | null) => {
  const { top = 0, bottom = 0 } = box?.getBoundingClientRect() ?? {};
  return bottom >= 0 && top <= window.innerHeight;
};

export interface Rotation {
  count: number;
  /** Undefined: no rotation. */
  intervalMs: number | undefined;
  /** The index follows a change of this one. */
  target: number;
}

/** Rotates an index while playing, not paused and in view. Starts stopped with reduced motion. */
export function useRotation(
  box: RefObject<Element | null>,
  { count, intervalMs, target }: Rotation,
) {
  const [current, setCurrent] = useState(target);
  const [seen, setSeen] = useState(target);
  if (seen !== target) {
    setSeen(target);
    setCurrent(target);
  }
  const [playing, setPlaying] = useState(intervalMs !== undefined);
  const [paused, setPaused] = useState(false);
  const go = useCallback((index: number) => setCurrent((index + count) % count), [count]);

  useEffect(() => {
    if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) setPlaying(false);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a chosen slide restarts the interval
  useEffect(() => {
    if (!playing || paused) return;
    const timer = setInterval(() => {
      if (!document.hidden && isInView(box.current)) setCurrent((index) => (index + 1) % count);
    }, intervalMs);
    return () => clearInterval(timer);
  }, [box, playing, paused, count, current, intervalMs]);

  return { current, go, playing, setPlaying, setPaused };
}
