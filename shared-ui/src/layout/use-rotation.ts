import { type RefObject, useCallback, useEffect, useState } from 'react';

const inView = (box: Element | null) => {
  const { top = 0, bottom = 0 } = box?.getBoundingClientRect() ?? {};
  return bottom >= 0 && top <= window.innerHeight;
};

/** A position among `count` that moves on by itself every `intervalMs` while it is `playing`, not `held` and its box can be seen; reduced motion starts it stopped, and without an interval it never plays. */
export function useRotation(box: RefObject<Element | null>, count: number, intervalMs?: number) {
  const [current, setCurrent] = useState(0);
  const [playing, setPlaying] = useState(intervalMs !== undefined);
  const [held, setHeld] = useState(false);
  const go = useCallback((index: number) => setCurrent((index + count) % count), [count]);

  useEffect(() => {
    if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) setPlaying(false);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a place that was just chosen stays as long as any
  useEffect(() => {
    if (!playing || held) return;
    const timer = setInterval(() => {
      if (!document.hidden && inView(box.current)) setCurrent((index) => (index + 1) % count);
    }, intervalMs);
    return () => clearInterval(timer);
  }, [box, playing, held, count, current, intervalMs]);

  return { current, go, playing, setPlaying, setHeld };
}
