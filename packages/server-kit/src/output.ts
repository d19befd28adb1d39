let dropped = 0;
let reported = 0;
let isTolerant = false;

/** Lines of the log that could not be written since the process started. */
export const droppedLines = (): number => dropped;

/** Counts a line of the log that could not be written. */
export function countDroppedLine(): void {
  dropped++;
}

/** The part of {@link droppedLines} that was not returned by an earlier call. */
export function newlyDroppedLines(): number {
  const count = dropped - reported;
  reported = dropped;
  return count;
}

/**
 * Keeps the process alive while its output cannot be written: the disk is full (`ENOSPC`), or the reader of the pipe is gone (`EPIPE`).
 * Node ends a process whose `stdout` or `stderr` has an unhandled error.
 */
export function tolerateOutputFailures(): void {
  if (isTolerant) return;
  isTolerant = true;
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
