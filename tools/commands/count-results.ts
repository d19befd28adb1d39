import path from 'node:path';
import type { Trial } from './mutants/try-mutants';

export interface Counts {
  passed: number;
  failed: number;
  /** File of each skipped test, with duplicates. */
  skipped?: string[];
}

/** Counts the results of a Vitest report. Paths become relative to `root`. */
export function countUnit(report: string, root: string): Counts {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: { name: string; assertionResults: { status: string }[] }[];
  };
  const skipped = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(() => path.relative(root, name)),
  );
  return { passed: numPassedTests, failed: numFailedTests, skipped };
}

interface Suite {
  suites?: Suite[];
  specs: { file: string; tests: { status: string }[] }[];
}

const skippedIn = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.flatMap(({ file, tests }) =>
    tests.filter(({ status }) => status === 'skipped').map(() => `e2e/${file}`),
  ),
  ...suites.flatMap(skippedIn),
];

/** Counts the results of a Playwright report. A flaky test fails a nightly run. */
export function countBrowser(report: string, nightly: boolean): Counts & { flaky: number } {
  const { stats, suites } = JSON.parse(report) as {
    stats: { expected: number; unexpected: number; flaky: number };
    suites: Suite[];
  };
  const { expected, unexpected, flaky } = stats;
  const skipped = suites.flatMap(skippedIn);
  return nightly
    ? { passed: expected, failed: unexpected + flaky, flaky, skipped }
    : { passed: expected + flaky, failed: unexpected, flaky, skipped };
}

export function countMutants(report: string): Counts {
  const trials = JSON.parse(report) as Trial[];
  const dead = trials.filter(({ verdict }) => verdict === 'dead').length;
  return { passed: dead, failed: trials.length - dead };
}

/** Returns the summary of a run: skipped tests by file and totals. */
export function closingLines(totals: readonly Counts[]): string[] {
  const skipped = totals.flatMap((counts) => counts.skipped ?? []);
  const sum = (key: 'passed' | 'failed') =>
    totals.reduce((total, counts) => total + counts[key], 0);
  const files = [...new Set(skipped)].sort();
  const times = (file: string) => skipped.filter((one) => one === file).length;
  return [
    ...files.map((file) => `skipped: ${times(file)} in ${file}`),
    `${sum('passed')} passed, ${sum('failed')} failed, ${skipped.length} skipped`,
  ];
}
