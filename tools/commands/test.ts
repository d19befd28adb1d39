// npm test: checks, unit and API tests, then the browser tests; what was skipped and the sums in the last lines. With --full also what takes long.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from 'workspace';
import { readOutput, secretsIn } from 'workspace/log-scan';
import { type Counts, closingLines, countBrowser, countMutants, countUnit } from './count-results';
import { requireBrowser } from './install-browser';
import { runChecks } from './run-checks';

/** A command of the root, or of the package whose command it is. */
const bin = (name: string, home = '.') => path.join(root, home, 'node_modules/.bin', name);

/** Runs a test runner that leaves a JSON report; a runner that fails without one counts as one failure. */
function run(
  name: string,
  args: string[],
  report: string,
  count: (report: string) => Counts,
  home?: string,
): Counts {
  const file = path.join(root, 'test-results', report);
  rmSync(file, { force: true });
  const { status } = spawnSync(bin(name, home), args, { cwd: root, stdio: 'inherit' });
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const counts = count(readFileSync(file, 'utf8'));
  return status === 0 ? counts : { ...counts, failed: Math.max(1, counts.failed) };
}

function browserTests(report: string): Counts {
  const { flaky, ...counts } = countBrowser(report, full);
  if (flaky > 0)
    console.log(
      `${flaky} browser tests passed at their second try only; the list above names them`,
    );
  return counts;
}

/** Weighs the pages that the browser tests have built. */
function weighPages(): Counts {
  const args = ['tools/commands/checks/budgets.ts', '--built'];
  const { status } = spawnSync(bin('tsx'), args, { cwd: root, stdio: 'inherit' });
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** Looks through all that the services of the tests have printed for what must stand in no log. */
function scanLogs(): Counts {
  const lines = readOutput(logs);
  const found = secretsIn(lines);
  for (const line of found.slice(0, 20)) console.error(`log: ${line}`);
  console.log(`${lines.length} lines of output, ${found.length} with something secret or personal`);
  return found.length > 0 || lines.length === 0
    ? { passed: 0, failed: 1 }
    : { passed: 1, failed: 0 };
}

const logs = path.join(root, 'test-results/logs');
rmSync(logs, { recursive: true, force: true });
mkdirSync(logs, { recursive: true });
process.env['LOG_SCAN'] = logs;
const full = process.argv.includes('--full');
if (full) process.env['TEST_FULL'] = '1';
requireBrowser();
const checks = runChecks();
const totals: Counts[] = [
  {
    passed: checks.filter(({ passed }) => passed).length,
    failed: checks.filter(({ passed }) => !passed).length,
  },
  run('vitest', ['run'], 'unit.json', (report) => countUnit(report, root)),
  run('playwright', ['test', '-c', 'e2e/playwright.config.ts'], 'e2e.json', browserTests, 'e2e'),
];
totals.push(weighPages(), scanLogs());
if (full)
  totals.push(run('tsx', ['tools/commands/mutants.ts', '--by-hand'], 'mutants.json', countMutants));
console.log(`\n${closingLines(totals).join('\n')}`);
process.exitCode = totals.some(({ failed }) => failed > 0) ? 1 : 0;
