import { describeError, log } from './log';

/**
 * Runs a task at an interval without overlap. Failures are logged; the next run tries again. Returns a stop function
 * that waits for the current run.
 */
export function repeat(
  everyMs: number,
  what: string,
  task: () => Promise<void>,
): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= task()
      .catch((error: unknown) => log.warn(`${what} failed: ${describeError(error)}`))
      .finally(() => {
        running = null;
      });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
