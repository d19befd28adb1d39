/** How often a release was used and failed. */
export interface Tally {
  used: number;
  failed: number;
}

const CANARY_USED = 20;
const CANARY_FAILED = 5;
const LIVE_USED = 20;
/** One-sided normal quantile of p = 0.001. */
const Z = 3.09;
const LEAST_DIFFERENCE = 0.05;
/** What a live release is taken to fail when it was hardly used. */
const ASSUMED_SHARE = 0.01;

/**
 * Whether a canary fails significantly more often than the live release: two-proportion z-test, one-sided, p < 0.001, and at least
 * 5 points more. Never before the canary was used 20 times and failed 5; a live release used less than 20 times counts as failing 1 %.
 */
export function isWorse(canary: Tally, live: Tally): boolean {
  if (canary.used < CANARY_USED || canary.failed < CANARY_FAILED) return false;
  const known = live.used >= LIVE_USED ? live : { used: CANARY_USED, failed: CANARY_USED * ASSUMED_SHARE };
  const difference = canary.failed / canary.used - known.failed / known.used;
  const pooled = (canary.failed + known.failed) / (canary.used + known.used);
  const deviation = Math.sqrt(pooled * (1 - pooled) * (1 / canary.used + 1 / known.used));
  return difference >= LEAST_DIFFERENCE && (deviation === 0 ? difference > 0 : difference / deviation > Z);
}

/** Whether something keeps failing: at least `least` times, and in at least half of its uses. */
export const keepsFailing = ({ used, failed }: Tally, least: number) => failed >= least && failed / Math.max(used, failed) >= 0.5;
