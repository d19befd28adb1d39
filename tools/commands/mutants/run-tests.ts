import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const VITEST_BUDGET_MS = 180_000;
const PLAYWRIGHT_BUDGET_MS = 420_000; // it builds what the mutant changed

export interface Outcome {
  passed: string[];
  failed: string[];
  timedOut: boolean;
  /** True if the run failed although no test failed: an uncaught error. */
  uncaught: boolean;
  output: string;
}

/** Placeholders of titles: `%s` of a table, `${x}` of a template. */
export const OPEN = /%[sijdof]|\$\{[^}]*\}/;
const getPattern = (grep: string) =>
  grep
    .split(OPEN)
    .map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.*');
const running = new Set<number>();

export function endRuns(): void {
  for (const pid of running) {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // already exited
    }
  }
}

interface VitestReport {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}
interface Suite {
  title: string;
  suites?: Suite[];
  specs?: { title: string; tests: { status: string }[] }[];
}

const fromVitest = (report: string) =>
  (JSON.parse(report) as VitestReport).testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .map(({ fullName, status }) => ({ title: fullName, status }));

const fromPlaywright = (report: string) => {
  const flat = ({ specs = [], suites = [] }: Suite): { title: string; status: string }[] => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ status }) => ({
        title,
        status: { expected: 'passed', unexpected: 'failed' }[status] ?? status,
      })),
    ),
    ...suites.flatMap(flat),
  ];
  return (JSON.parse(report) as { suites: Suite[] }).suites.flatMap(flat);
};

export async function runTests(cwd: string, file: string, greps: string[]): Promise<Outcome> {
  const browser = file.endsWith('.spec.ts');
  const report = path.join(cwd, 'test-results', browser ? 'e2e.json' : 'unit.json');
  const pattern = greps.map(getPattern).join('|');
  const args = browser
    ? [
        'e2e/node_modules/playwright/cli.js',
        'test',
        '-c',
        'e2e/playwright.config.ts',
        file,
        '-g',
        pattern,
      ].concat(['--project=our API', '--workers=1', '--retries=0'])
    : ['node_modules/vitest/vitest.mjs', 'run', file, '-t', pattern, '--maxWorkers=1'];
  rmSync(report, { force: true });
  const child = spawn(process.execPath, args, {
    cwd,
    detached: true, // own process group, to kill its children, too
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TEST_FULL: '1', LOG_SCAN: undefined }, // exclude mutants from the log scan
  });
  const pid = child.pid ?? 0;
  running.add(pid);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output = (output + chunk).slice(-4000)));
  let timedOut = false;
  const timer = setTimeout(
    () => {
      timedOut = true;
      process.kill(-pid, 'SIGKILL');
    },
    browser ? PLAYWRIGHT_BUDGET_MS : VITEST_BUDGET_MS,
  );
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  running.delete(pid);
  const results = existsSync(report)
    ? (browser ? fromPlaywright : fromVitest)(readFileSync(report, 'utf8'))
    : [];
  const titles = (outcome: string) =>
    results.filter(({ status }) => status === outcome).map(({ title }) => title);
  const [passed, failed] = [titles('passed'), titles('failed')];
  return {
    passed,
    failed,
    timedOut,
    uncaught: code !== 0 && !timedOut && passed.length > 0 && failed.length === 0,
    output,
  };
}
