import { useContext, useEffect } from 'react';
import { UNSAFE_DataRouterStateContext as RouterState } from 'react-router';
import { useLocation } from 'react-router-dom';

const MAX_WAIT_MS = 10_000;
const INPUT = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Restores a scroll position for which the page was too short while its data loaded. */
export function useLateRestoration(): void {
  const position = useContext(RouterState)?.restoreScrollPosition;
  const { key } = useLocation();
  useEffect(
    () => (typeof position === 'number' ? keepPosition(position) : undefined),
    [position, key],
  );
}

/** Scrolls again whenever the page's height changes, until the visitor does something. Scroll anchoring may have moved it too far. */
function keepPosition(position: number): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const height = new ResizeObserver(() => scrollTo(0, position));
  height.observe(document.body);
  signal.addEventListener('abort', () => height.disconnect());
  for (const type of INPUT)
    addEventListener(type, () => stop.abort(), { capture: true, passive: true, signal });
  const timeout = setTimeout(() => stop.abort(), MAX_WAIT_MS);
  return () => {
    clearTimeout(timeout);
    stop.abort();
  };
}
