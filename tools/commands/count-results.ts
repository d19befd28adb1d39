import path from 'node:path';
import type { Trial } from './mutants/try-mutants';

export interface Counts {
  passed: number;
  failed: number;
  /** File of each skipped test, with duplicates. */
  skipped?: string[];
  /** Lines about groups of tests that exceeded their time. */
  late?: string[];
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
  title?: string;
  suites?: Suite[];
  specs: {
    file: string;
    tags?: string[];
    tests: { status: string; results?: { duration: number }[] }[];
  }[];
}

const ENGINES = 'engines/engines.spec.ts';
/** Time of the tests of one engine that run in `npm test`. */
const SHORT_FORM_MS = 90_000;

/** Describes the engines whose short form took longer than its limit, first tries only. */
function lateEngines({ title, specs, suites = [] }: Suite): string[] {
  const short = specs.filter(
    ({ file, tags = [] }) => file.endsWith(ENGINES) && !tags.some((tag) => /^@?full$/.test(tag)),
  );
  const ms = short
    .flatMap(({ tests }) => tests.map(({ results }) => results?.[0]?.duration ?? 0))
    .reduce((sum, duration) => sum + duration, 0);
  const line = `LATE: the short form took ${Math.round(ms / 1000)} s in ${title}, over its ${SHORT_FORM_MS / 1000} s (e2e/${ENGINES})`;
  return [...(ms > SHORT_FORM_MS ? [line] : []), ...suites.flatMap(lateEngines)];
}

const skippedIn = ({ specs, suites = [] }: Suite): string[] => [
  ...specs.flatMap(({ file, tests }) =>
    tests.filter(({ status }) => status === 'skipped').map(() => `e2e/${file}`),
  ),
  ...suites.flatMap(skippedIn),
];

/** Counts the results of a Playwright report. Flaky tests and late engines fail a nightly run. */
export function countBrowser(report: string, nightly: boolean): Counts & { flaky: number } {
  const { stats, suites } = JSON.parse(report) as {
    stats: { expected: number; unexpected: number; flaky: number };
    suites: Suite[];
  };
  const { expected, unexpected, flaky } = stats;
  const skipped = suites.flatMap(skippedIn);
  const late = suites.flatMap(lateEngines);
  return nightly
    ? { passed: expected, failed: unexpected + flaky + late.length, flaky, skipped, late }
    : { passed: expected + flaky, failed: unexpected, flaky, skipped, late };
}

export function countMutants(report: string): Counts {
  const trials = JSON.parse(report) as Trial[];
  const dead = trials.filter(({ verdict }) => verdict === 'dead').length;
  return { passed: dead, failed: trials.length - dead };
}

/** Returns the summary of a run: skipped tests by file, late groups and totals. */
export function closingLines(totals: readonly Counts[]): string[] {
  const skipped = totals.flatMap((counts) => counts.skipped ?? []);
  const sum = (key: 'passed' | 'failed') =>
    totals.reduce((total, counts) => total + counts[key], 0);
  const files = [...new Set(skipped)].sort();
  const times = (file: string) => skipped.filter((one) => one === file).length;
  return [
    ...files.map((file) => `skipped: ${times(file)} in ${file}`),
    ...totals.flatMap(({ late = [] }) => late),
    `${sum('passed')} passed, ${sum('failed')} failed, ${skipped.length} skipped`,
  ];
}
