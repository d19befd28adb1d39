// npm run generate -- NAME: writes generated files that are committed.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from 'workspace';

/** Place of the arguments in a command; without it they follow at the end. */
const ARGUMENTS = '$ARGUMENTS';
interface Generator {
  help: string;
  usage?: string;
  command: string;
}
const generators: Readonly<Record<string, Generator>> = {
  api: {
    help: 'public types of contracts and remote-kit: packages/contracts/API.md',
    command: 'tsc -b && tsx tools/commands/checks/api-report.ts --write',
  },
  operations: {
    help: 'environment variables: .env.example, docs/operations/reference.md',
    command: 'tsx tools/commands/checks/operations.ts --write',
  },
  budgets: {
    help: 'measured sizes: tools/bench/budgets.json',
    command: 'tsx tools/commands/build.ts && tsx tools/commands/checks/budgets.ts --write',
  },
  pictures: {
    help: 'pictures of pages for link previews: tools/workspace/brand/public/social',
    command: 'tsx tools/workspace/brand/social-pictures.ts',
  },
  migration: {
    help: 'SQL from the changed tables: services/api/src/core/db/migrations',
    usage: '--name NAME',
    command: `cd services/api && node_modules/.bin/drizzle-kit generate ${ARGUMENTS} && biome check --write src/core/db/migrations`,
  },
  screens: {
    help: 'screenshots: docs/screens; --each adds every picture at full size',
    usage: '[NAME…] [--each FOLDER]',
    command: 'tsx tools/commands/screens.ts',
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
  console.log(
    `npm run generate -- ${[name, generator.usage].filter(Boolean).join(' ')}\n\n${generator.help}`,
  );
  process.exit(0);
}
const bin = path.join(root, 'node_modules/.bin');
const command = generator.command.includes(ARGUMENTS)
  ? generator.command.replace(ARGUMENTS, args.join(' '))
  : [generator.command, ...args].join(' ');
const { status } = spawnSync(command, {
  cwd: root,
  env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env['PATH']}` },
  stdio: 'inherit',
  shell: true,
});
if (status !== 0)
  console.error(`${name} was not generated. Fix the errors above and run it again.`);
process.exitCode = status ?? 1;
