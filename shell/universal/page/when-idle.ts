/** Runs work when the browser is idle, after 3 s at the latest; in Safari after `safariMs`. The returned function cancels it. */
export function whenIdle(work: () => void, safariMs = 500): () => void {
  if ('requestIdleCallback' in window && 'cancelIdleCallback' in window) {
    const id = requestIdleCallback(work, { timeout: 3000 });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(work, safariMs);
  return () => clearTimeout(timer);
}
