const HOUR_MS = 60 * 60_000;

/** Resolves on SIGTERM, SIGINT or the exit of the parent process. Later signals do not end the shutdown: Ctrl+C under npm sends two. */
export const stopRequested = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
    process.once('disconnect', resolve);
  });

/** Runs work with a signal that aborts on SIGINT and SIGTERM, and keeps the process running meanwhile. */
export async function untilStopped<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const stopped = new AbortController();
  const stop = () => stopped.abort();
  const signals = ['SIGINT', 'SIGTERM'] as const;
  for (const signal of signals) process.once(signal, stop);
  const running = setInterval(() => {}, HOUR_MS); // polls of a store do not keep a process running
  try {
    return await work(stopped.signal);
  } finally {
    clearInterval(running);
    for (const signal of signals) process.removeListener(signal, stop);
  }
}
