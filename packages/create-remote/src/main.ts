#!/usr/bin/env node
// npm create @carry/remote mf-help -- --path /help --site https://… --releases https://…: a repository for a remote.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { filesOf, type Words } from './template';

const usage = `npm config set @carry:registry https://REGISTRY   (once: or npm asks its public registry)
npm create @carry/remote mf-<name> -- --path /<path> --site https://SITE --releases https://RELEASE-SERVER

  makes a folder of that name: a repository for a remote of the site, with one route, its test, a page of its own and the
  workflow that releases it.`;

const RUNS = ['@carry/remote-kit', '@carry/ui', 'react', 'react-dom', 'react-router-dom'];
const TESTS = [
  '@testing-library/react',
  '@types/node',
  '@types/react',
  'jsdom',
  'playwright',
  'typescript',
  'vitest',
];

class Refused extends Error {}

function readWords(args: string[]): Words | null {
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
    throw new Refused(`a remote is called mf- and lower-case letters, digits, hyphens\n\n${usage}`);
  if (!/^(\/[a-z0-9][a-z0-9-]*)+$/.test(prefix))
    throw new Refused(`--path must be a path such as /help\n\n${usage}`);
  return {
    name,
    path: prefix,
    site: originOf('--site', values.site),
    releases: originOf('--releases', values.releases),
  };
}

function originOf(flag: string, text = ''): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol)) return url.origin;
  throw new Refused(`${flag} must be an address such as https://carry.example\n\n${usage}`);
}

/** The package.json of the new repository, with the versions that this package was made with. */
function withVersions(text: string, own: string): string {
  const { devDependencies: known = {} } = JSON.parse(readFileSync(own, 'utf8')) as {
    devDependencies?: Record<string, string>;
  };
  const pick = (names: string[]) =>
    Object.fromEntries(names.map((name) => [name, known[name] ?? 'latest']));
  const manifest = JSON.parse(text) as object;
  const filled = { ...manifest, dependencies: pick(RUNS), devDependencies: pick(TESTS) };
  return `${JSON.stringify(filled, null, 2)}\n`;
}

function main(): void {
  const words = readWords(process.argv.slice(2));
  if (!words) {
    console.log(usage);
    return;
  }
  const folder = path.resolve(words.name);
  if (existsSync(folder)) throw new Refused(`${folder} exists already`);
  const home = path.join(import.meta.dirname, '../..');
  const files = filesOf(path.join(home, 'template'), ['remote', 'repository'], words);
  for (const [file, content] of Object.entries(files)) {
    const target = path.join(folder, file);
    mkdirSync(path.dirname(target), { recursive: true });
    const own = path.join(home, 'package.json');
    writeFileSync(target, file === 'package.json' ? withVersions(content, own) : content);
  }
  console.log(`${words.name} is made. Next:\n\n  cd ${words.name}\n  npm install\n  npm test\n`);
  console.log('Its README.md says how it gets its path, its key and its first release.');
}

try {
  main();
} catch (error) {
  if (!(error instanceof Refused) && !('code' in (error as Error))) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
