import type { Router } from './provided-router';

/** Longest wait for data after Back, in ms. */
const MAX_WAIT_MS = 10_000;
/** Input by which a visitor takes over the scroll position. */
const INPUT = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Completes the router's scroll restoration: after Back, a page whose data is late is shorter than it was, so the
 * router cannot reach the old position. Scrolls again as the page grows, until it is reached or the visitor acts.
 */
export function restoreLateScroll(router: Pick<Router, 'subscribe'>): void {
  let current = '';
  let stop = () => {};
  router.subscribe(({ navigation, location, restoreScrollPosition }) => {
    const position = navigation.state === 'idle' && restoreScrollPosition;
    const next = `${location.key} ${position}`;
    if (next === current) return;
    current = next;
    stop();
    stop = position ? scrollAsPageGrows(position) : () => {};
  });
}

/** Returns a function that stops it. */
function scrollAsPageGrows(position: number): () => void {
  const ended = new AbortController();
  const growth = new ResizeObserver(() => {
    if (scrollY < position) scrollTo(scrollX, position);
    if (scrollY >= position) ended.abort();
  });
  ended.signal.addEventListener('abort', () => growth.disconnect());
  const timer = setTimeout(() => ended.abort(), MAX_WAIT_MS);
  ended.signal.addEventListener('abort', () => clearTimeout(timer));
  for (const type of INPUT)
    addEventListener(type, () => ended.abort(), { signal: ended.signal, passive: true });
  growth.observe(document.body);
  return () => ended.abort();
}
