import { describe, expect, test } from 'vitest';
import { ALONE_ERROR, FAILURES_ERRORS, MARGIN, MARGIN_ALONE } from './canary-run';
import { shareOfRoute } from './route-tests';
import { SequentialTest } from './sequential-test';
import { randomFrom } from './test/random';

const { all: ERROR } = FAILURES_ERRORS;
/** The last of five routes has the smallest part. */
const ROUTE_ERROR = FAILURES_ERRORS.routes * shareOfRoute(4);

function add(comparison: SequentialTest, arm: 'canary' | 'live', bad: boolean): void {
  comparison.add(arm);
  if (bad) comparison.addFailure(arm);
}

interface Rollout {
  canary: number;
  live: number;
  share: number;
  pages: number;
}

/** Returns the canary's pages until it was found worse; null if it was not. */
function simulate(
  { canary, live, share, pages }: Rollout,
  random: () => number,
  error = ERROR,
): number | null {
  const comparison = new SequentialTest(MARGIN);
  while (comparison.used.canary < pages) {
    const arm = random() < share ? 'canary' : 'live';
    add(comparison, arm, random() < (arm === 'canary' ? canary : live));
    if (comparison.isWorse(error)) return comparison.used.canary;
  }
  return null;
}

/** Simulates rollouts; returns how many of 100 are found. */
function countFound(rollout: Rollout, error = ERROR): number {
  const random = randomFrom(7);
  const found = Array.from({ length: 100 }, () => simulate(rollout, random, error));
  return found.filter((pages) => pages !== null).length;
}

// Decision 0016 has the aims: 500 pages for ten points, 10,000 for two. Shares of 50 % and noisy pages miss them.
describe('a canary that fails more often', () => {
  test.each([
    { canary: 0.11, live: 0.01, share: 0.1, pages: 500 },
    { canary: 0.11, live: 0.01, share: 0.5, pages: 600 },
    { canary: 0.08, live: 0, share: 0.1, pages: 500 },
    { canary: 0.06, live: 0, share: 0.1, pages: 600 },
    { canary: 0.03, live: 0.01, share: 0.1, pages: 5000 },
    { canary: 0.03, live: 0.01, share: 0.5, pages: 8000 },
    { canary: 0.12, live: 0.1, share: 0.1, pages: 20_000 },
    { canary: 0.3, live: 0.2, share: 0.1, pages: 1500 },
    { canary: 1, live: 0.01, share: 0.5, pages: 40 },
  ])('is found: %o', (rollout) => {
    expect(countFound(rollout)).toBeGreaterThanOrEqual(95);
  });

  // pages of that route
  test.each([
    { canary: 0.11, live: 0.01, share: 0.1, pages: 500 },
    { canary: 0.11, live: 0.01, share: 0.5, pages: 700 },
    { canary: 0.03, live: 0.01, share: 0.1, pages: 5000 },
    { canary: 0.03, live: 0.01, share: 0.5, pages: 10_000 },
  ])('is found on one route of five: %o', { tags: ['@fault-K14'] }, (rollout) => {
    expect(countFound(rollout, ROUTE_ERROR)).toBeGreaterThanOrEqual(95);
  });

  test('is found after a long good period', () => {
    const comparison = new SequentialTest(MARGIN);
    const visit = (pages: number, bad: boolean) => {
      for (let page = 0; page < pages; page++) {
        add(comparison, 'live', false);
        add(comparison, 'canary', bad);
      }
    };
    visit(5000, false);
    expect(comparison.isWorse(ERROR)).toBe(false);
    visit(120, true);
    expect(comparison.isWorse(ERROR)).toBe(true);
  });
});

test.each([
  { canary: 0.01, live: 0.01, share: 0.1, pages: 2000 },
  { canary: 0.05, live: 0.05, share: 0.5, pages: 2000 },
  { canary: 0.3, live: 0.3, share: 0.1, pages: 1000 },
  { canary: 0.5, live: 0.5, share: 0.9, pages: 1000 },
  { canary: 0.203, live: 0.2, share: 0.5, pages: 1000 },
])('keeps a canary that is as good: %o', { tags: ['@fault-11.19', '@fault-K14'] }, (rollout) => {
  const random = randomFrom(42);
  const aborted = Array.from({ length: 300 }, () => simulate(rollout, random));
  expect(aborted.filter((pages) => pages !== null)).toEqual([]);
});

test('keeps a canary while the shared API fails for a while', () => {
  const random = randomFrom(3);
  const comparison = new SequentialTest(MARGIN);
  for (let page = 0; page < 6000; page++) {
    const share = page % 2000 < 300 ? 0.8 : 0.01;
    add(comparison, random() < 0.2 ? 'canary' : 'live', random() < share);
  }
  expect(comparison.isWorse(ERROR)).toBe(false);
});

test('needs 20 pages', () => {
  const comparison = new SequentialTest(MARGIN);
  for (let page = 0; page < 19; page++) {
    add(comparison, 'live', false);
    add(comparison, 'canary', true);
  }
  expect(comparison.isWorse(0.01)).toBe(false);
  add(comparison, 'live', false);
  add(comparison, 'canary', true);
  expect(comparison.isWorse(0.01)).toBe(true);
});

test('compares a canary that everybody has with a share', () => {
  const random = randomFrom(11);
  const found = [0.1, 0.15, 0.3].map((share) => {
    const comparison = new SequentialTest(MARGIN_ALONE);
    for (let page = 0; page < 1000; page++) {
      comparison.addAlone(0.1);
      if (random() < share) comparison.addFailure('canary');
    }
    return comparison.isWorse(ALONE_ERROR);
  });
  expect(found).toEqual([false, false, true]);
});
