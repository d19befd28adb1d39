import type { Trial } from './mutants/try-mutants';

export interface Counts {
  passed: number;
  failed: number;
}

/** What vitest reports. */
export function countUnit(report: string): Counts {
  const { numPassedTests, numFailedTests } = JSON.parse(report) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  return { passed: numPassedTests, failed: numFailedTests };
}

/** What Playwright reports. A test that needs its second try is reported, and fails a nightly run. */
export function countBrowser(report: string, nightly: boolean): Counts & { flaky: number } {
  const { stats } = JSON.parse(report) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  const { expected, unexpected, flaky } = stats;
  return nightly
    ? { passed: expected, failed: unexpected + flaky, flaky }
    : { passed: expected + flaky, failed: unexpected, flaky };
}

/** What `pnpm mutants` reports. */
export function countMutants(report: string): Counts {
  const trials = JSON.parse(report) as Trial[];
  const dead = trials.filter(({ verdict }) => verdict === 'dead').length;
  return { passed: dead, failed: trials.length - dead };
}
