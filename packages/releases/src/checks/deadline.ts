/** Milliseconds for a page, and for the routes of a release. */
const DEADLINE_MS = 10_000;

/** Rejects if work takes too long. Keeps the process alive until then, because timers of a release do not. */
export function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`it takes longer than ${DEADLINE_MS / 1000} s`)),
      DEADLINE_MS,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
