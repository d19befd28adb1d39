import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { remoteName } from '@carry/contracts/release';
import { owns, siteFile } from '@carry/contracts/site';
import { fillTemplate } from '@carry/create-remote';
import { remoteFolder, root } from 'workspace';
import { readSiteFile, sitePath } from 'workspace/site';

const template = path.join(root, 'packages/create-remote/template');
const usage = 'usage: new-remote mf-<name> --path /<path>';
const help = `new-remote mf-<name> --path /<path>

Creates a remote from the template in the folder mf-<name>: a route with its test and a standalone page. Adds it to
tools/workspace/site.json, .github/CODEOWNERS and .github/workflows/release.yml. See docs/guides/add-a-remote.md.

  --path /<path>   path of the site that the remote owns, such as /help (required)
  -h, --help       show this text`;

function main(): void {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { path: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
  });
  if (values.help) {
    console.log(help);
    return;
  }
  const [name = ''] = positionals;
  const prefix = values.path ?? '';
  if (!remoteName.safeParse(name).success || positionals.length !== 1)
    throw new Error(`${usage} (lower-case letters, digits and hyphens)`);
  if (!/^(\/[a-z0-9][a-z0-9-]*)+$/.test(prefix)) throw new Error(`${usage} (a path such as /help)`);
  if (existsSync(remoteFolder(name)))
    throw new Error(`${name} exists already; choose another name`);
  const owner = Object.entries(readSiteFile().owners).find(
    ([, { paths }]) => owns(paths, prefix) || paths.some((path) => owns([prefix], path)),
  );
  if (owner)
    throw new Error(
      `${prefix} belongs to ${owner[0]}; choose another path, or remove it in tools/workspace/site.json`,
    );

  for (const [file, content] of Object.entries(
    fillTemplate(template, ['remote'], { name, path: prefix }),
  )) {
    const target = path.join(remoteFolder(name), file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
    console.log(`created ${name}/${file}`);
  }
  claim(name, prefix);
  const { packageManager } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  execFileSync(
    'npx',
    ['--yes', packageManager, 'install', '--no-frozen-lockfile', '--prefer-offline'],
    { cwd: root, stdio: 'inherit' },
  );
  console.log(
    `\n${name} is ready. Next:\n\n  npm run dev -- ${name}\n  npm run releases -- publish ${name}   (live at ${prefix})`,
  );
}

function claim(name: string, prefix: string): void {
  const text = readFileSync(sitePath, 'utf8');
  const end = text.indexOf('\n  }', text.indexOf('\n  "owners": {'));
  const claimed = `${text.slice(0, end)},\n    "${name}": { "paths": ["${prefix}"] }${text.slice(end)}`;
  siteFile.parse(JSON.parse(claimed));
  writeFileSync(sitePath, claimed);
  console.log(`claimed ${prefix} in tools/workspace/site.json`);
  appendFileSync(
    path.join(root, '.github/CODEOWNERS'),
    `/${name}/ @carry/${name.slice('mf-'.length)}\n`,
  );
  console.log('added its team to .github/CODEOWNERS');
  const rows = Object.keys(readSiteFile().owners)
    .sort()
    .map((remote) => `          - remote: ${remote}\n            key: ${keyName(remote)}\n`);
  const workflow = path.join(root, '.github/workflows/release.yml');
  const before = readFileSync(workflow, 'utf8');
  writeFileSync(
    workflow,
    before.replace(/(?<=\n {8}include:\n)(?: {10,}.*\n)+/, () => rows.join('')),
  );
  console.log(`added ${keyName(name)} to .github/workflows/release.yml`);
}

const keyName = (remote: string) => `RELEASES_KEY_${remote.toUpperCase().replaceAll('-', '_')}`;

try {
  main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
