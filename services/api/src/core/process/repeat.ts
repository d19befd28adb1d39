import { describeError, log } from './log';

/** Runs a task every so often, never twice at once; a failure is logged and the next turn tries again. Returns the stop, which waits for a running turn. */
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
