import { describe, expect, test } from 'vitest';
import { CanaryRun } from './canary-run';
import { evidenceAgainst, FALSE_ALARM, highestShare, isWorse } from './sequential';

test.each([
  ['too few uses', { used: 19, failed: 19 }, { used: 100, failed: 0 }, false],
  ['clearly worse', { used: 60, failed: 30 }, { used: 200, failed: 0 }, true],
  ['every page', { used: 30, failed: 30 }, { used: 30, failed: 0 }, true],
  ['as bad as the live release', { used: 100, failed: 30 }, { used: 1000, failed: 300 }, false],
  ['a little worse, by chance', { used: 60, failed: 6 }, { used: 60, failed: 3 }, false],
  [
    'significant, but less than five points',
    { used: 10_000, failed: 400 },
    { used: 10_000, failed: 100 },
    false,
  ],
  ['no data on the live release', { used: 400, failed: 400 }, { used: 0, failed: 0 }, false],
  ['a canary at 100 %', { used: 25, failed: 15 }, null, true],
  ['a canary at 100 % with few failures', { used: 100, failed: 10 }, null, false],
  ['better', { used: 100, failed: 10 }, { used: 100, failed: 50 }, false],
])('aborts a canary that is significantly worse: %s', (_, canary, live, verdict) => {
  expect(isWorse(canary, live)).toBe(verdict);
});

test('computes the evidence of the uniform mixture', () => {
  expect(evidenceAgainst({ used: 1, failed: 1 }, 0.5)).toBeCloseTo(Math.log(1), 6); // 1/2 over 1/2
  expect(evidenceAgainst({ used: 3, failed: 3 }, 0.1)).toBeCloseTo(Math.log(250), 6); // 1/4 over 1/1000
  let product = 0;
  for (let page = 0, failed = 0; page < 1000; page++) {
    const fails = page % 50 === 0;
    product +=
      Math.log((fails ? failed + 1 : page - failed + 1) / (page + 2)) - Math.log(fails ? 0.3 : 0.7);
    if (fails) failed++;
  }
  expect(evidenceAgainst({ used: 1000, failed: 20 }, 0.3)).toBeCloseTo(product, 4);
});

test('narrows the confidence bound with more data', () => {
  expect(highestShare({ used: 0, failed: 0 }, 0.001)).toBe(1);
  expect(highestShare({ used: 5, failed: 5 }, 0.001)).toBe(1);
  const shares = [20, 200, 2000].map((used) => highestShare({ used, failed: used / 20 }, 0.001));
  expect(shares.every((share, index) => share > 0.05 && share < (shares[index - 1] ?? 1))).toBe(
    true,
  );
});

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function run(
  random: () => number,
  pages: number,
  share: number,
  canaryFails: number,
  liveFails: number,
): boolean {
  const comparison = new CanaryRun();
  for (let page = 0; page < pages; page++) {
    const arm = random() < share ? 'canary' : 'live';
    const fails = random() < (arm === 'canary' ? canaryFails : liveFails);
    if (comparison.add(arm, `view ${page}`, `network ${page}`, false, 50)) return true;
    if (fails && comparison.add(arm, `view ${page}`, `network ${page}`, true, 50)) return true;
  }
  return false;
}

describe('tested after every page', () => {
  const RUNS = 600;
  const PAGES = 600;

  test.each([
    [0.01, 0.01, 0.5],
    [0.1, 0.1, 0.5],
    [0.3, 0.3, 0.1],
    [0.5, 0.5, 0.9],
    [0.15, 0.1, 0.5],
  ])(
    'keeps a canary failing %d beside %d (share %d)',
    { tags: ['@fault-11.19'] },
    (canary, live, share) => {
      const random = randomOf(42);
      let aborted = 0;
      for (let round = 0; round < RUNS; round++)
        if (run(random, PAGES, share, canary, live)) aborted++;
      expect(aborted).toBeLessThanOrEqual(Math.ceil(RUNS * FALSE_ALARM));
    },
  );

  test.each([
    [1, 0.01, 120],
    [0.5, 0.05, 300],
    [0.3, 0.01, 500],
  ])('aborts a canary failing %d beside %d within %d pages', (canary, live, pages) => {
    const random = randomOf(7);
    const detected = Array.from({ length: 50 }, () => run(random, pages, 0.5, canary, live)).filter(
      Boolean,
    ).length;
    expect(detected).toBeGreaterThanOrEqual(48);
  });
});

test('keeps a canary at 100 % at the edge of the margin', {
  tags: ['@fault-11.19'],
}, () => {
  const random = randomOf(11);
  let aborted = 0;
  for (let round = 0; round < 600; round++) {
    const run = new CanaryRun();
    for (let page = 0; page < 400; page++) {
      const why = run.add('canary', `view ${page}`, `network ${page}`, random() < 0.15, 100); // 10 % assumed, and the margin
      if (why) {
        aborted++;
        break;
      }
    }
  }
  expect(aborted).toBeLessThanOrEqual(1);
});

test('detects a failure after a long good period', { tags: ['@fault-11.19'] }, () => {
  const comparison = new CanaryRun();
  let page = 0;
  const pages = (number: number, fails: boolean) =>
    Array.from({ length: number }, () => {
      page++;
      const live = comparison.add('live', `live ${page}`, `network ${page}`, false, 50);
      return live ?? comparison.add('canary', `view ${page}`, `other ${page}`, fails, 50);
    }).find((why) => why !== null);
  expect(pages(5000, false)).toBeUndefined();
  expect(pages(300, true)?.why).toMatch(/^it failed on \d+ of \d+ pages/);
});

test('counts one page per network, and each page once', {
  tags: ['@fault-11.19'],
}, () => {
  const alone = new CanaryRun();
  for (let page = 0; page < 200; page++)
    expect(alone.add('canary', `view ${page}`, 'one', true, 100)).toBeNull();
  const again = new CanaryRun();
  for (let time = 0; time < 200; time++)
    expect(again.add('canary', 'one view', `network ${time}`, true, 100)).toBeNull();
  const many = new CanaryRun();
  const verdicts = Array.from({ length: 30 }, (_, page) =>
    many.add('canary', `view ${page}`, `network ${page}`, true, 100),
  );
  expect(verdicts.findIndex(Boolean)).toBe(19);
});
