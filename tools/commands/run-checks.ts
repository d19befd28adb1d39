import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from 'workspace';

const checks: Readonly<Record<string, string>> = {
  types: "tcm -s -p '{mf-*,shared-ui,shell,packages/releases/console}/**/*.module.css' . && tsc -b",
  api: 'tsx tools/commands/checks/api-report.ts',
  lint: 'biome check --error-on-warnings',
  browsers: 'tsx tools/commands/checks/browsers.ts',
  boundaries:
    'depcruise --config tools/commands/checks/import-law.cjs --output-type json . | tsx tools/commands/checks/boundaries.ts',
  unused: 'knip',
  packages: 'tsx tools/commands/checks/packages.ts',
  remotes: 'tsx tools/commands/checks/remotes.ts',
  documents: 'tsx tools/commands/checks/documents.ts',
  spelling:
    'cspell lint --no-progress --no-summary --cache --cache-strategy content --cache-location node_modules/.cache/cspell.json',
  traceability: 'tsx tools/commands/checks/traceability.ts',
  mutants: 'tsx tools/commands/mutants/list.ts',
  budgets: 'tsx tools/commands/checks/budgets.ts',
};

/** Exit code of a check that could not run and found no fault. */
export const SKIPPED = 75;

/** Runs the given checks, or all. Throws for an unknown name. */
export function runChecks(names: readonly string[] = []): { name: string; passed: boolean }[] {
  const unknown = names.filter((name) => !Object.hasOwn(checks, name));
  if (unknown.length > 0)
    throw new Error(
      `unknown check ${unknown.join(', ')}; choose from ${Object.keys(checks).join(', ')}`,
    );
  const env = {
    ...process.env,
    PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env['PATH']}`,
  };
  return Object.entries(checks)
    .filter(([name]) => names.length === 0 || names.includes(name))
    .map(([name, script]) => {
      const started = Date.now();
      const { status } = spawnSync(script, { cwd: root, env, stdio: 'inherit', shell: true });
      const sign = status === 0 ? '✓' : status === SKIPPED ? '– skipped:' : '✗';
      console.log(`${sign} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
      return { name, passed: status === 0 || status === SKIPPED };
    });
}
