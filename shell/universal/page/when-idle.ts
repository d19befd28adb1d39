/** Runs work once the browser has nothing else to do, after three seconds at the latest; the answer calls it off. */
export function whenIdle(work: () => void): () => void {
  if ('requestIdleCallback' in window) {
    const id = requestIdleCallback(work, { timeout: 3000 });
    return () => cancelIdleCallback(id);
  }
  const timer = setTimeout(work, 500);
  return () => clearTimeout(timer);
}
