// npm run mutants [-- --file FILE]: runs Stryker on one file. Default: on all critical files.
// With --by-hand: tests the mutants of mutants/by-hand.json in copies of the workspace, instead of Stryker. Default: all of them;
// --only TEXT takes those whose control, file or test contains the text, --changed those whose file or test differs from main.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { root } from 'workspace';
import { copyInstalledWorkspace } from 'workspace/copy';
import { listProblems, readMutants } from './mutants/list';
import { endRuns } from './mutants/run-tests';
import { type Trial, tryMutants } from './mutants/try-mutants';

const MAX_COPIES = 4;
const BUDGET_MS = 120 * 60_000;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    changed: { type: 'boolean' },
    file: { type: 'string' },
    'by-hand': { type: 'boolean' },
  },
});

if (!values['by-hand']) {
  const args = ['run', 'stryker.config.json', ...(values.file ? ['--mutate', values.file] : [])];
  const { status } = spawnSync(path.join(root, 'node_modules/.bin/stryker'), args, {
    cwd: root,
    stdio: 'inherit',
  });
  process.exit(status ?? 1);
}

function changedFiles(): Set<string> {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main');
  return new Set([
    ...git('diff', '--name-only', base),
    ...git('ls-files', '-o', '--exclude-standard'),
  ]);
}

const all = readMutants();
const problems = listProblems(root, all);
if (problems.length > 0) {
  for (const problem of problems) console.error(problem);
  process.exit(1);
}
const changed = values.changed ? changedFiles() : null;
const words = values.only?.toLowerCase() ?? '';
const chosen = all
  .filter(({ control, file, test }) =>
    [control, file, test].some((text) => text.toLowerCase().includes(words)),
  )
  .filter(({ file, test }) => changed === null || changed.has(file) || changed.has(test));
if (values.only && chosen.length === 0) {
  console.error(`no mutant matches '${values.only}'`);
  process.exit(1);
}

const copies: string[] = [];
process.on('exit', () => {
  endRuns();
  for (const copy of copies) rmSync(copy, { recursive: true, force: true, maxRetries: 5 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => process.exit(1));

const queue = [...new Set(chosen.map(({ test }) => test))].map(
  (test) => [test, chosen.filter((mutant) => mutant.test === test)] as const,
);
const until = Date.now() + BUDGET_MS;
const trials: Trial[] = [];
function report(trial: Trial): void {
  trials.push(trial);
  const { verdict, control, why, seconds } = trial;
  console.log(`${verdict === 'dead' ? '✓' : '✗'} ${control}: ${verdict}, ${why} (${seconds} s)`);
}
async function work(): Promise<void> {
  const copy = copyInstalledWorkspace();
  copies.push(copy);
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [test, mutants] = next;
    await tryMutants(copy, mutants, { test, until, report });
  }
}
await Promise.all(
  Array.from({ length: Math.min(MAX_COPIES, availableParallelism(), queue.length) }, work),
);

const alive = trials.filter(({ verdict }) => verdict !== 'dead');
if (alive.length > 0)
  console.error(
    `\nnot killed:\n${alive.map(({ control, verdict, why }) => `  ${control}: ${verdict}, ${why}`).join('\n')}`,
  );
console.log(`${trials.length} mutants tested, ${alive.length} not killed`);
mkdirSync(path.join(root, 'test-results'), { recursive: true });
writeFileSync(path.join(root, 'test-results/mutants.json'), JSON.stringify(trials, null, 1));
process.exit(alive.length > 0 ? 1 : 0);
