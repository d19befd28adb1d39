const FIRST_DELAY_MS = 5000;
const MAX_DELAY_MS = 3_600_000;

/** Exponential backoff for all retries: 5 s after the first attempt, doubled up to an hour. */
export const delayAfter = (attempts: number): number =>
  Math.min(FIRST_DELAY_MS * 2 ** (attempts - 1), MAX_DELAY_MS);
