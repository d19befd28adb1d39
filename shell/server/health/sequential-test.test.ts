import { describe, expect, test } from 'vitest';
import { SequentialTest } from './sequential-test';
import { randomFrom } from './test/random';

const ERROR = 0.0005;
const MARGIN = 0.003;

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
function simulate({ canary, live, share, pages }: Rollout, random: () => number): number | null {
  const comparison = new SequentialTest(MARGIN);
  while (comparison.used.canary < pages) {
    const arm = random() < share ? 'canary' : 'live';
    add(comparison, arm, random() < (arm === 'canary' ? canary : live));
    if (comparison.isWorse(ERROR)) return comparison.used.canary;
  }
  return null;
}

describe('a canary that fails more often', () => {
  test.each([
    { canary: 0.11, live: 0.01, share: 0.1, pages: 500 },
    { canary: 0.11, live: 0.01, share: 0.5, pages: 600 },
    { canary: 0.08, live: 0, share: 0.1, pages: 500 },
    { canary: 0.06, live: 0, share: 0.1, pages: 600 },
    { canary: 0.03, live: 0.01, share: 0.1, pages: 5000 },
    { canary: 0.03, live: 0.01, share: 0.5, pages: 8000 },
    { canary: 0.3, live: 0.2, share: 0.1, pages: 1500 },
    { canary: 1, live: 0.01, share: 0.5, pages: 40 },
  ])('is found: %o', (rollout) => {
    const random = randomFrom(7);
    const found = Array.from({ length: 20 }, () => simulate(rollout, random));
    expect(found.filter((pages) => pages !== null).length).toBeGreaterThanOrEqual(19);
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
])('keeps a canary that is as good: %o', { tags: ['@fault-11.19'] }, (rollout) => {
  const random = randomFrom(42);
  const aborted = Array.from({ length: 300 }, () => simulate(rollout, random));
  expect(aborted.filter((pages) => pages !== null).length).toBeLessThanOrEqual(1);
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
  expect(comparison.isWorse(ERROR)).toBe(false);
  add(comparison, 'live', false);
  add(comparison, 'canary', true);
  expect(comparison.isWorse(ERROR)).toBe(true);
});

test('compares a canary that everybody has with a share', () => {
  const random = randomFrom(11);
  const found = [0.1, 0.15, 0.3].map((share) => {
    const comparison = new SequentialTest(0.05);
    for (let page = 0; page < 1000; page++) {
      comparison.addAlone(0.1);
      if (random() < share) comparison.addFailure('canary');
    }
    return comparison.isWorse(ERROR);
  });
  expect(found).toEqual([false, false, true]);
});
