/** Runs work when the browser is idle, after 3 s at the latest. The returned function cancels it. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window && 'cancelIdleCallback' in window) {
    const id = requestIdleCallback(work, { timeout: 3000 });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(work, 500);
  return () => clearTimeout(timer);
}
