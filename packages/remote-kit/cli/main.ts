import { createRequire } from 'node:module';
import { Command, type CommanderError, InvalidArgumentError } from 'commander';
import { check } from './check';
import { dev } from './dev';
import { ignoreFailedCalls } from './failed-calls';
import { withFolderLock } from './folder-lock';
import { setEnvironmentProxy } from './live-site/network';
import { pack } from './pack';
import { readProject } from './project';
import { releases } from './releases';
import { build } from './run';
import { upgrade } from './upgrade';

const USAGE_ERROR = 2;
const { version } = createRequire(import.meta.url)('@carry/remote-kit/package.json') as {
  version: string;
};

function parseSite(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new InvalidArgumentError('It must be a URL such as https://carry.example.');
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port > 0 && port < 65_536) return port;
  throw new InvalidArgumentError('It must be a port from 1 to 65535.');
}

const forward = (program: Command, name: string, before: (remote: string) => string[]) =>
  program
    .command(name)
    .argument('[args...]', 'arguments of the release command')
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (args: string[]) => {
      const project = readProject();
      process.exitCode = await releases(project, [...before(project.name), ...args]);
    });

function createProgram(): Command {
  const program = new Command('carry-remote')
    .helpOption('-h, --help', 'Prints this help and exits. Default: off.')
    .version(version, '--version', 'Prints the version and exits. Default: off.')
    .enablePositionalOptions()
    .exitOverride();
  program
    .command('dev')
    .description('starts the remote with hot reload')
    .option(
      '--site [url]',
      'Site around it; no URL: that of package.json. Default: none.',
      parseSite,
    )
    .option('--port <n>', 'Port of the local address. Default: 3300.', parsePort)
    .action(async (options: { site?: URL | true; port?: number }) =>
      console.log(await dev(readProject(), options)),
    );
  program
    .command('build')
    .description('builds the remote for publishing')
    .action(async () => {
      const project = readProject();
      await withFolderLock(project, () => build(project));
      console.log(`built ${project.name}`);
    });
  program
    .command('pack')
    .description('makes a release of a build that another tool wrote (Rsbuild, webpack, Vite)')
    .action(async () => {
      const project = readProject();
      await withFolderLock(project, () => pack(project));
      console.log(`packed ${project.name}`);
    });
  program
    .command('check')
    .description('checks types, builds, and checks that the site supports the remote')
    .action(async () => console.log(await check(readProject())));
  program
    .command('upgrade')
    .description('brings this repository to the newest packages: versions, template, changed names')
    .action(async () => {
      process.exitCode = await upgrade(readProject());
    });
  forward(program, 'publish', (remote) => ['publish', remote]).description(
    'builds the remote and publishes it; see: carry-remote publish --help',
  );
  forward(program, 'releases', () => []).description(
    'runs a release command, such as: carry-remote releases rollback mf-help',
  );
  return program;
}

setEnvironmentProxy(process.env);
ignoreFailedCalls();
createProgram()
  .parseAsync()
  .catch((error: Error | CommanderError) => {
    if (!('exitCode' in error)) {
      console.error(error.message);
      process.exitCode = 1;
    } else if (error.exitCode !== 0) process.exitCode = USAGE_ERROR; // commander has printed it
  });
