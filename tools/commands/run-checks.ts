import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { root } from 'workspace';

/** The slowest first, for the shortest time in all. */
const checks: Readonly<Record<string, string>> = {
  types:
    "tcm -s -p '{mf-*,shared-ui,shell,packages/releases/console}/**/*.module.css' . && tsc -b --checkers 2",
  lint: 'biome check --error-on-warnings',
  browsers: 'tsx tools/commands/checks/browsers.ts',
  spelling:
    'cspell lint --no-progress --no-summary --cache --cache-strategy content --cache-location node_modules/.cache/cspell.json',
  boundaries:
    'depcruise --config tools/commands/checks/import-law.cjs --output-type json . | tsx tools/commands/checks/boundaries.ts',
  unused: 'knip',
  documents: 'tsx tools/commands/checks/documents.ts',
  remotes: 'tsx tools/commands/checks/remotes.ts',
  api: 'tsx tools/commands/checks/api-report.ts',
  packages: 'tsx tools/commands/checks/packages.ts',
  traceability: 'tsx tools/commands/checks/traceability.ts',
  mutants: 'tsx tools/commands/mutants/list.ts',
  budgets: 'tsx tools/commands/checks/budgets.ts',
};

/** Exit code of a check that could not run and found no fault. */
export const SKIPPED = 75;

const needs: Readonly<Record<string, string>> = { api: 'types' };

/** Next steps that a tool's own output lacks. */
const hints: Readonly<Record<string, string>> = {
  lint: "'npx biome check --write' fixes formatting and imports",
  spelling: 'correct the word, or add it to tools/commands/checks/words.txt',
};

interface CheckResult {
  name: string;
  passed: boolean;
}

export async function runChecks(names: readonly string[] = []): Promise<CheckResult[]> {
  const unknown = names.filter((name) => !Object.hasOwn(checks, name));
  if (unknown.length > 0)
    throw new Error(
      `unknown check ${unknown.join(', ')}; choose from ${Object.keys(checks).join(', ')}`,
    );
  const chosen = Object.keys(checks).filter((name) => names.length === 0 || names.includes(name));
  const started = new Map<string, Promise<CheckResult>>();
  const queue = chosen.values();
  const work = async () => {
    for (const name of queue) {
      const needed = Promise.resolve(started.get(needs[name] ?? ''));
      const result = needed.then(() => runCheck(name));
      started.set(name, result);
      await result;
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return Promise.all(started.values());
}

async function runCheck(name: string): Promise<CheckResult> {
  const started = Date.now();
  const child = spawn(checks[name] ?? '', {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env['PATH']}`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: true,
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => output.push(part));
  child.stderr.on('data', (part: Buffer) => output.push(part));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  process.stdout.write(Buffer.concat(output));
  const sign = status === 0 ? '✓' : status === SKIPPED ? '– skipped:' : '✗';
  const hint = sign === '✗' && hints[name] ? `: ${hints[name]}` : '';
  console.log(`${sign} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)${hint}`);
  return { name, passed: status === 0 || status === SKIPPED };
}
