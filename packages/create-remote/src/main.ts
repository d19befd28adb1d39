#!/usr/bin/env node
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, type CommanderError, InvalidArgumentError } from 'commander';
import { recordScaffold } from './scaffold';
import { fillTemplate, nextSteps, type RemoteOptions } from './template';
import { describeUpgrade, upgrade } from './upgrade';
import { DEPENDENCIES, DEV_DEPENDENCIES, readVersions } from './versions';

const USAGE_ERROR = 2;

// older versions of Node have no import.meta.dirname
const packageFolder = fileURLToPath(new URL('../..', import.meta.url));
const template = path.join(packageFolder, 'template');
const manifestPath = path.join(packageFolder, 'package.json');

const foot = `
Bring the repository in this folder to this version; review it with git diff:
  npm create @carry/remote@latest -- --upgrade

Run this once before, so that npm does not use its public registry:
  npm config set @carry:registry https://REGISTRY`;

function parseName(text: string): string {
  if (/^mf-[a-z][a-z0-9-]{0,30}$/.test(text)) return text;
  throw new InvalidArgumentError('Use mf- and lower-case letters, digits, hyphens.');
}

function parsePath(text: string): string {
  if (/^(\/[a-z0-9][a-z0-9-]*)+$/.test(text)) return text;
  throw new InvalidArgumentError('It must be a path such as /help.');
}

function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new InvalidArgumentError('It must be a URL such as https://carry.example.');
}

/** Adds dependencies to the new repository's package.json, in the versions of this package's `devDependencies`. */
function withVersions(text: string, manifestPath: string): string {
  const versions = readVersions(manifestPath);
  const pick = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, versions[name] ?? 'latest']));
  const manifest = {
    ...(JSON.parse(text) as object),
    dependencies: pick(DEPENDENCIES),
    devDependencies: pick(DEV_DEPENDENCIES),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function createRepository(options: RemoteOptions): void {
  const folder = path.resolve(options.name);
  if (existsSync(folder))
    throw new Error(`${folder} already exists; choose another name or delete it`);
  const files = fillTemplate(template, ['remote', 'repository'], options);
  for (const [file, content] of Object.entries({ ...files, ...recordScaffold(files) })) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, file === 'package.json' ? withVersions(content, manifestPath) : content);
  }
  console.log(nextSteps(options.name, process.env));
  console.log('See its README.md for the path, the key and the first release.');
}

function assertNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    throw new Error(
      `Node 20.19 or newer is needed; this is ${process.versions.node}. Install a newer one from https://nodejs.org`,
    );
}

const program = new Command('npm create @carry/remote')
  .usage('mf-<name> -- --path /<path> --site <url> --releases <url>')
  .description(
    'Creates a repository for a remote in the folder mf-<name>: a route with its test, a standalone page and a release workflow.',
  )
  .argument('<name>', 'name of the remote and its folder, such as mf-help', parseName)
  .requiredOption('--path </path>', 'Path of the site that the remote owns. Required.', parsePath)
  .requiredOption('--site <url>', 'Origin of the site. Required.', parseOrigin)
  .requiredOption('--releases <url>', 'Origin of the release server. Required.', parseOrigin)
  .helpOption('-h, --help', 'Prints this help and exits. Default: off.')
  .addHelpText('after', foot)
  .showHelpAfterError()
  .exitOverride()
  .action((name: string, options: Omit<RemoteOptions, 'name'>) =>
    createRepository({ name, ...options }),
  );

try {
  assertNode();
  if (process.argv[2] === '--upgrade')
    console.log(describeUpgrade(upgrade(process.cwd(), template, readVersions(manifestPath))));
  else program.parse();
} catch (cause) {
  const error = cause as Error | CommanderError;
  if (!('exitCode' in error)) {
    console.error(error.message);
    process.exitCode = 1;
  } else if (error.exitCode !== 0) process.exitCode = USAGE_ERROR; // commander has printed it
}
