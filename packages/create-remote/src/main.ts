#!/usr/bin/env node
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { fillTemplate, type RemoteOptions } from './template';

const usage = `npm create @carry/remote mf-<name> -- --path /<path> --site <url> --releases <url>

Creates a repository for a remote in the folder mf-<name>: a route with its test, a standalone page and a release workflow.

  --path /<path>     path of the site that the remote owns, such as /help (required)
  --site <url>       origin of the site (required)
  --releases <url>   origin of the release server (required)
  -h, --help         show this text

Run this once before, so that npm does not use its public registry:
  npm config set @carry:registry https://REGISTRY`;

const DEPENDENCIES = ['@carry/remote-kit', '@carry/ui', 'react', 'react-dom', 'react-router-dom'];
const DEV_DEPENDENCIES = [
  '@testing-library/react',
  '@types/node',
  '@types/react',
  'jsdom',
  'playwright',
  'typescript',
  'vitest',
];

class InvalidOption extends Error {}

function readOptions(args: string[]): RemoteOptions | null {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      path: { type: 'string' },
      site: { type: 'string' },
      releases: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return null;
  const [name = ''] = positionals;
  const { path: prefix = '' } = values;
  if (!/^mf-[a-z][a-z0-9-]{0,30}$/.test(name) || positionals.length !== 1)
    throw new InvalidOption(
      `invalid name '${positionals.join(' ')}': use mf- and lower-case letters, digits, hyphens\n\n${usage}`,
    );
  if (!/^(\/[a-z0-9][a-z0-9-]*)+$/.test(prefix))
    throw new InvalidOption(`--path must be a path such as /help\n\n${usage}`);
  return {
    name,
    path: prefix,
    site: readOrigin('--site', values.site),
    releases: readOrigin('--releases', values.releases),
  };
}

function readOrigin(flag: string, text = ''): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new InvalidOption(`${flag} must be a URL such as https://carry.example\n\n${usage}`);
}

/** Adds dependencies to the new repository's package.json, in the versions of this package's `devDependencies`. */
function withVersions(text: string, manifestPath: string): string {
  const { devDependencies: versions = {} } = JSON.parse(readFileSync(manifestPath, 'utf8')) as {
    devDependencies?: Record<string, string>;
  };
  const pick = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, versions[name] ?? 'latest']));
  const manifest = {
    ...(JSON.parse(text) as object),
    dependencies: pick(DEPENDENCIES),
    devDependencies: pick(DEV_DEPENDENCIES),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function main(): void {
  const options = readOptions(process.argv.slice(2));
  if (!options) {
    console.log(usage);
    return;
  }
  const folder = path.resolve(options.name);
  if (existsSync(folder))
    throw new InvalidOption(`${folder} already exists; choose another name or delete it`);
  const packageFolder = path.join(import.meta.dirname, '../..');
  const template = path.join(packageFolder, 'template');
  const manifestPath = path.join(packageFolder, 'package.json');
  const files = fillTemplate(template, ['remote', 'repository'], options);
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, file === 'package.json' ? withVersions(content, manifestPath) : content);
  }
  console.log(
    `Created ${options.name}. Next:\n\n  cd ${options.name}\n  npm install\n  npm test\n`,
  );
  console.log('See its README.md for the path, the key and the first release.');
}

try {
  main();
} catch (error) {
  if (!(error instanceof InvalidOption) && !('code' in (error as Error))) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
