/** Pages that used a release, and those on which it failed. */
export interface Tally {
  used: number;
  failed: number;
}

/** Probability of ever aborting a canary that fails at most {@link MARGIN} more often than the live release. */
export const FALSE_ALARM = 0.001;
const MARGIN = 0.05;
/** Failure share assumed for the live release at 100 % canary. */
const ASSUMED_SHARE = 0.1;
const MIN_USED = 20;
const BISECTIONS = 40;

function logFactorial(n: number): number {
  let product = 1;
  for (; n < 10; n++) product *= n + 1;
  return (
    n * Math.log(n) -
    n +
    0.5 * Math.log(2 * Math.PI * n) +
    1 / (12 * n) -
    1 / (360 * n ** 3) -
    Math.log(product)
  );
}

const times = (count: number, logarithm: number) => (count === 0 ? 0 : count * logarithm);

/**
 * Returns the log likelihood ratio of a uniform mixture against this failure share. It is a test
 * martingale: it exceeds ln(1/a) with probability at most a over the whole run (Ville's inequality),
 * so testing after every page is valid. A z-test allows one test.
 */
export function evidenceAgainst({ used, failed }: Tally, share: number): number {
  const mixture = logFactorial(failed) + logFactorial(used - failed) - logFactorial(used + 1);
  return mixture - times(failed, Math.log(share)) - times(used - failed, Math.log1p(-share));
}

/** Returns the upper confidence bound of the failure share, valid at all times with error probability `error`. */
export function highestShare(tally: Tally, error: number): number {
  let low = tally.used === 0 ? 1 : tally.failed / tally.used;
  let high = 1;
  for (let step = 0; step < BISECTIONS; step++) {
    const middle = (low + high) / 2;
    if (evidenceAgainst(tally, middle) < -Math.log(error)) low = middle;
    else high = middle;
  }
  return high;
}

/** Returns true if a canary fails significantly more often than the live release. `live` is null at 100 % canary. */
export function isWorse(canary: Tally, live: Tally | null, error = FALSE_ALARM): boolean {
  const exceeds = (share: number) =>
    canary.failed / canary.used > share + MARGIN &&
    evidenceAgainst(canary, share + MARGIN) >= -Math.log(error / 2);
  if (canary.used < MIN_USED) return false;
  if (!live) return exceeds(ASSUMED_SHARE);
  const seen = live.used === 0 ? 0 : live.failed / live.used;
  return exceeds(seen) && exceeds(highestShare(live, error / 2)); // the first check is a shortcut
}
