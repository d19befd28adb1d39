import { describeError, log } from './log';

/** Runs a task at an interval without overlap, and logs failures. Returns a stop function that waits for the current run. */
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

/** Runs a task for each item in turn. A failure is logged and does not stop the others. */
export async function forEachInTurn<T>(
  items: readonly T[],
  describe: (item: T) => string,
  task: (item: T) => Promise<unknown>,
): Promise<void> {
  for (const item of items)
    await task(item).catch((error: unknown) =>
      log.error(`${describe(item)} failed: ${describeError(error)}`),
    );
}

const FIRST_DELAY_MS = 5000;
const MAX_DELAY_MS = 3_600_000;

/** Exponential backoff for all retries: 5 s after the first attempt, doubled up to an hour. */
export const delayAfter = (attempts: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), MAX_DELAY_MS);
