import path from 'node:path';
import type { Trial } from './mutants/try-mutants';

export interface Counts {
  passed: number;
  failed: number;
  /** File and title of each failed test, or the name of a failed part. */
  failures?: string[];
  /** File of each skipped test, with duplicates. */
  skipped?: string[];
  late?: string[];
}

/** Counts the results of a Vitest report and the errors that no test caught. Paths become relative to `root`. */
export function countUnit(
  report: string,
  root: string,
  outsideTests: readonly string[] = [],
): Counts {
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(report) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: {
      name: string;
      status?: string;
      assertionResults: { status: string; fullName?: string }[];
    }[];
  };
  const failedTests = testResults.flatMap(({ name, status, assertionResults }) => {
    const file = path.relative(root, name);
    const failed = assertionResults.filter((result) => result.status === 'failed');
    return failed.length === 0 && status === 'failed'
      ? [`${file} (the file itself)`].filter(
          () => !outsideTests.some((error) => error.startsWith(`${file} › `)),
        )
      : failed.map(({ fullName }) => `${file} › ${fullName}`);
  });
  const skipped = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status !== 'passed' && status !== 'failed')
      .map(() => path.relative(root, name)),
  );
  const failed = Math.max(numFailedTests, failedTests.length) + outsideTests.length;
  return { passed: numPassedTests, failed, failures: [...failedTests, ...outsideTests], skipped };
}

interface Suite {
  title?: string;
  suites?: Suite[];
  specs: {
    title?: string;
    file: string;
    tags?: string[];
    tests: { status: string; results?: { duration: number }[] }[];
  }[];
}

const ENGINES = 'engines/engines.spec.ts';
/** Time of the tests of one engine that run in `npm test`. */
const SHORT_FORM_MS = 90_000;

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

/** Returns the tests of a suite that have one of the given statuses, as `file › title`. */
function testsWith(statuses: readonly string[], { specs, suites = [] }: Suite): string[] {
  const chosenSpecs = specs.filter(({ tests }) =>
    tests.some(({ status }) => statuses.includes(status)),
  );
  return [
    ...chosenSpecs.map(({ file, title }) => `e2e/${file} › ${title}`),
    ...suites.flatMap((suite) => testsWith(statuses, suite)),
  ];
}

/** Counts the results of a Playwright report. Flaky tests and late engines fail a nightly run. */
export function countBrowser(report: string, nightly: boolean): Counts & { flaky: number } {
  const { stats, suites } = JSON.parse(report) as {
    stats: { expected: number; unexpected: number; flaky: number };
    suites: Suite[];
  };
  const { expected, unexpected, flaky } = stats;
  const skipped = suites.flatMap(skippedIn);
  const late = suites.flatMap(lateEngines);
  const bad = nightly ? ['unexpected', 'flaky'] : ['unexpected'];
  const failures = suites.flatMap((suite) => testsWith(bad, suite));
  return nightly
    ? { passed: expected, failed: unexpected + flaky + late.length, failures, flaky, skipped, late }
    : { passed: expected + flaky, failed: unexpected, failures, flaky, skipped, late };
}

export function countMutants(report: string): Counts {
  const trials = JSON.parse(report) as Trial[];
  const dead = trials.filter(({ verdict }) => verdict === 'dead').length;
  const failed = trials.length - dead;
  return { passed: dead, failed, failures: failed > 0 ? ['mutants'] : [] };
}

export function closingLines(totals: readonly Counts[]): string[] {
  const skipped = totals.flatMap((counts) => counts.skipped ?? []);
  const sum = (key: 'passed' | 'failed') =>
    totals.reduce((total, counts) => total + counts[key], 0);
  const files = [...new Set(skipped)].sort();
  const times = (file: string) => skipped.filter((one) => one === file).length;
  return [
    ...files.map((file) => `skipped: ${times(file)} in ${file}`),
    ...totals.flatMap(({ late = [] }) => late),
    ...totals.flatMap(({ failures = [] }) => failures.map((name) => `failed: ${name}`)),
    `${sum('passed')} passed, ${sum('failed')} failed, ${skipped.length} skipped`,
  ];
}
