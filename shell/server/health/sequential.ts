/** On how many pages a release was used, and on how many of those it failed. */
export interface Tally {
  used: number;
  failed: number;
}

/** The chance that a canary which fails at most {@link MARGIN} more often than the live release is ever taken back, however often one asks. */
export const FALSE_ALARM = 0.001;
const MARGIN = 0.05;
/** What a live release is taken to fail at most when everybody has the canary and nothing is left to compare with. */
const ASSUMED_SHARE = 0.1;
const MIN_USED = 20;
const BISECTIONS = 40;

/** ln n!, by Stirling's series. */
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
 * The evidence (its logarithm) against a release failing on this share of its pages: the likelihood under all shares alike over
 * that under this one. As a test martingale it exceeds ln(1/a) with a chance of at most a over the whole run (Ville's inequality),
 * so one may ask after every page; with a z-test one may ask once.
 */
export function evidenceAgainst({ used, failed }: Tally, share: number): number {
  const mixture = logFactorial(failed) + logFactorial(used - failed) - logFactorial(used + 1);
  return mixture - times(failed, Math.log(share)) - times(used - failed, Math.log1p(-share));
}

/** The largest share of failing pages that is not ruled out, at all times but with a chance of `error`. */
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

/** Whether a canary certainly fails more often than the live release; `live` null: nobody has that one any more. */
export function isWorse(canary: Tally, live: Tally | null, error = FALSE_ALARM): boolean {
  const exceeds = (share: number) =>
    canary.failed / canary.used > share + MARGIN &&
    evidenceAgainst(canary, share + MARGIN) >= -Math.log(error / 2);
  if (canary.used < MIN_USED) return false;
  if (!live) return exceeds(ASSUMED_SHARE);
  const seen = live.used === 0 ? 0 : live.failed / live.used;
  return exceeds(seen) && exceeds(highestShare(live, error / 2)); // the first is only cheaper
}
