// npm run generate -- NAME: writes generated files that are committed.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from 'workspace';

/** Place of the arguments in a command; without it they follow at the end. */
const ARGUMENTS = '$ARGUMENTS';
const generators: Readonly<Record<string, string>> = {
  api: 'tsc -b && tsx tools/commands/checks/api-report.ts --write',
  operations: 'tsx tools/commands/checks/operations.ts --write',
  budgets: 'tsx tools/commands/build.ts && tsx tools/commands/checks/budgets.ts --write',
  pictures: 'tsx tools/workspace/brand/social-pictures.ts',
  migration: `cd services/api && node_modules/.bin/drizzle-kit generate ${ARGUMENTS} && biome check --write src/core/db/migrations`,
  screens: 'tsx tools/commands/screens.ts',
};
const [name = '', ...args] = process.argv.slice(2);
const generator = generators[name];
if (generator === undefined) {
  console.error(`usage: npm run generate -- ${Object.keys(generators).join(' | ')}`);
  process.exit(name === '--help' ? 0 : 2);
}
const bin = path.join(root, 'node_modules/.bin');
const command = generator.includes(ARGUMENTS)
  ? generator.replace(ARGUMENTS, args.join(' '))
  : [generator, ...args].join(' ');
const { status } = spawnSync(command, {
  cwd: root,
  env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH']}` },
  stdio: 'inherit',
  shell: true,
});
process.exitCode = status ?? 1;
