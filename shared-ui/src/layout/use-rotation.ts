import { type RefObject, useCallback, useEffect, useState } from 'react';

const isInView = (box: Element | null) => {
  const { top = 0, bottom = 0 } = box?.getBoundingClientRect() ?? {};
  return bottom >= 0 && top <= window.innerHeight;
};

/** Rotates an index while playing, not paused and in view. Starts stopped with reduced motion. `intervalMs` undefined: no rotation. */
export function useRotation(box: RefObject<Element | null>, count: number, intervalMs?: number) {
  const [current, setCurrent] = useState(0);
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
