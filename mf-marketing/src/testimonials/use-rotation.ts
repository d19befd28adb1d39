import { useCallback, useEffect, useState } from 'react';

/** How long a testimonial stays before the next one comes by itself. */
export const TESTIMONIAL_INTERVAL_MS = 5000;

/** A position that moves on by itself while it is `playing` and not `held`; reduced motion starts it stopped. */
export function useRotation(count: number) {
  const [current, setCurrent] = useState(0);
  const [playing, setPlaying] = useState(true);
  const [held, setHeld] = useState(false);
  const go = useCallback((index: number) => setCurrent((index + count) % count), [count]);

  useEffect(() => {
    if (window.matchMedia?.('(prefers-reduced-motion: reduce)').matches) setPlaying(false);
  }, []);
  useEffect(() => {
    if (!playing || held) return;
    const timer = setInterval(() => {
      if (!document.hidden) setCurrent((index) => (index + 1) % count);
    }, TESTIMONIAL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [playing, held, count, current]);

  return { current, go, playing, setPlaying, setHeld };
}
