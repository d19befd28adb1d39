// npm run generate -- NAME: writes generated files that are committed.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from 'workspace';

/** Place of the arguments in the steps of a generator with `usage`. */
const ARGUMENTS = '$ARGUMENTS';
interface Generator {
  help: string;
  usage?: string;
  steps: readonly string[];
  folder?: string;
}
const generators: Readonly<Record<string, Generator>> = {
  api: {
    help: 'public types of contracts and remote-kit: packages/contracts/API.md',
    steps: ['tsc -b', 'tsx tools/commands/checks/api-report.ts --write'],
  },
  operations: {
    help: 'environment variables: .env.example, docs/operations/reference.md',
    steps: ['tsx tools/commands/checks/operations.ts --write'],
  },
  budgets: {
    help: 'measured sizes: tools/bench/budgets.json',
    steps: ['tsx tools/commands/build.ts', 'tsx tools/commands/checks/budgets.ts --write'],
  },
  pictures: {
    help: 'pictures of pages for link previews: tools/workspace/brand/public/social',
    steps: ['tsx tools/workspace/brand/social-pictures.ts'],
  },
  migration: {
    help: 'SQL from the changed tables: services/api/src/core/db/migrations',
    usage: '--name NAME',
    steps: [`drizzle-kit generate ${ARGUMENTS}`, 'biome check --write src/core/db/migrations'],
    folder: 'services/api',
  },
  screens: {
    help: 'screenshots: docs/screens; --each adds every picture at full size',
    usage: '[NAME…] [--each FOLDER]',
    steps: [`tsx tools/commands/screens.ts ${ARGUMENTS}`],
  },
};
const isHelp = (argument: string) => argument === '--help' || argument === '-h';
const title = 'npm run generate -- NAME: writes generated files that are committed.';
const list = Object.entries(generators).map(
  ([name, { help, usage = '' }]) => `  ${name.padEnd(10)}  ${help}${usage && ` (${usage})`}`,
);

const [name = '', ...args] = process.argv.slice(2);
const generator = Object.hasOwn(generators, name) ? generators[name] : undefined;
if (!generator) {
  const print = isHelp(name) ? console.log : console.error;
  print([title, ...list].join('\n'));
  process.exit(isHelp(name) ? 0 : 2);
}
if (args.some(isHelp)) {
  console.log(`${describeUsage(generator)}\n\n${generator.help}`);
  process.exit(0);
}
if (args.length > 0 && !generator.usage) {
  console.error(`${name} takes no arguments: ${describeUsage(generator)}`);
  process.exit(2);
}
process.exitCode = generate(generator);

function describeUsage({ usage }: Generator): string {
  return `npm run generate -- ${[name, usage].filter(Boolean).join(' ')}`;
}

/** Runs the steps until one fails; returns the exit code. */
function generate({ steps, folder = '.' }: Generator): number {
  const cwd = path.join(root, folder);
  const bins = [cwd, root].map((home) => path.join(home, 'node_modules/.bin'));
  const env = { ...process.env, PATH: [...bins, process.env['PATH']].join(path.delimiter) };
  for (const step of steps) {
    const [program = '', ...words] = step.split(' ');
    const rest = words.flatMap((word) => (word === ARGUMENTS ? args : [word])); // without a shell, which would read them
    const { status, error } = spawnSync(program, rest, { cwd, env, stdio: 'inherit' });
    if (status === 0) continue;
    if (error) console.error(`cannot run ${program}: ${error.message}`);
    console.error(`${name} was not generated. Fix the errors above and run it again.`);
    return status ?? 1;
  }
  return 0;
}
