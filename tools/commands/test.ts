// npm test: runs checks, unit tests and browser tests and prints a summary. --full also runs slow tests and mutants. Default: off.
// npm test -- FILE…: runs these unit or browser tests only; other arguments go to Vitest or Playwright.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bin, root } from 'workspace';
import { readOutput, secretsIn } from 'workspace/log-scan';
import { type Counts, closingLines, countBrowser, countMutants, countUnit } from './count-results';
import { requireBrowser } from './install-browser';
import { runChecks } from './run-checks';
import { runChosenTests } from './run-chosen-tests';

interface TestRun {
  args: string[];
  report: string;
  count(report: string): Counts;
  home?: string;
}

const oneFailure = (name: string) => ({ passed: 0, failed: 1, failures: [name] });

/** Runs a test runner and counts its JSON report. No report counts as one failure. */
function run(name: string, { args, report, count, home }: TestRun): Counts {
  const file = path.join(root, 'test-results', report);
  rmSync(file, { force: true });
  const { status } = spawnSync(bin(name, home), args, { cwd: root, stdio: 'inherit' });
  if (!existsSync(file)) return oneFailure(`${name} wrote no report`);
  const counts = count(readFileSync(file, 'utf8'));
  if (status === 0 || counts.failed > 0) return counts;
  const failures = [`${name} ended with ${status} though no test failed`];
  return { ...counts, failed: 1, failures };
}

function readErrorsOutsideTests(): string[] {
  return existsSync(errorsOutsideTests)
    ? (JSON.parse(readFileSync(errorsOutsideTests, 'utf8')) as string[])
    : [];
}

function browserTests(report: string): Counts {
  const { flaky, ...counts } = countBrowser(report, full);
  if (flaky > 0) console.log(`${flaky} flaky browser tests passed on retry; see the list above`);
  return counts;
}

function weighPages(): Counts {
  const args = ['tools/commands/checks/budgets.ts', '--built'];
  const { status } = spawnSync(bin('tsx'), args, { cwd: root, stdio: 'inherit' });
  return status === 0 ? { passed: 1, failed: 0 } : oneFailure('weights of the built pages');
}

function scanLogs(): Counts {
  const lines = readOutput(logs);
  const leaks = secretsIn(lines);
  for (const line of leaks.slice(0, 20)) console.error(`log: ${line}`);
  console.log(`${lines.length} log lines, ${leaks.length} with secrets or personal data`);
  return leaks.length > 0 || lines.length === 0
    ? oneFailure('scan of the logs for secrets')
    : { passed: 1, failed: 0 };
}

const logs = path.join(root, 'test-results/logs');
const errorsOutsideTests = path.join(root, 'test-results/errors-outside-tests.json');
const full = process.argv.includes('--full');
const chosen = process.argv.slice(2).filter((argument) => argument !== '--full');

async function runAll(): Promise<number> {
  rmSync(logs, { recursive: true, force: true });
  rmSync(errorsOutsideTests, { force: true });
  mkdirSync(logs, { recursive: true });
  process.env['LOG_SCAN'] = logs;
  if (full) process.env['TEST_FULL'] = '1';
  const checks = await runChecks();
  const failures = checks.filter(({ passed }) => !passed).map(({ name }) => `check ${name}`);
  const totals: Counts[] = [
    { passed: checks.length - failures.length, failed: failures.length, failures },
    run('vitest', {
      args: ['run'],
      report: 'unit.json',
      count: (report) => countUnit(report, root, readErrorsOutsideTests()),
    }),
    run('playwright', {
      args: ['test', '-c', 'e2e/playwright.config.ts'],
      report: 'e2e.json',
      count: browserTests,
      home: 'e2e',
    }),
  ];
  totals.push(weighPages(), scanLogs());
  if (full)
    totals.push(
      run('tsx', {
        args: ['tools/commands/mutants.ts', '--by-hand'],
        report: 'mutants.json',
        count: countMutants,
      }),
    );
  console.log(`\n${closingLines(totals).join('\n')}`);
  return totals.some(({ failed }) => failed > 0) ? 1 : 0;
}

requireBrowser();
process.exitCode = chosen.length > 0 ? runChosenTests(chosen) : await runAll();
