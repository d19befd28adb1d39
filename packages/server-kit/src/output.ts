let dropped = 0;
let reported = 0;
let isTolerant = false;

export const droppedLines = (): number => dropped;

export function countDroppedLine(): void {
  dropped++;
}

export function newlyDroppedLines(): number {
  const count = dropped - reported;
  reported = dropped;
  return count;
}

/** Keeps the process alive on `ENOSPC` and `EPIPE`: an unhandled error on `stdout` or `stderr` would end it. */
export function tolerateOutputFailures(): void {
  if (isTolerant) return;
  isTolerant = true;
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
