// node tools/commands/run.mjs new-remote mf-help --path /help: a remote of the common shape, with a test and a page of its own.
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

  makes a remote of the common shape in a folder of that name, with a route, a test and a page of its own, and claims the path
  in tools/workspace/site.json. Next: npm run dev -- mf-<name>, npm run releases -- publish mf-<name>. See docs/adding-a-remote.md.`;

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
  if (existsSync(remoteFolder(name))) throw new Error(`${name} exists already`);
  const owner = Object.entries(readSiteFile().owners).find(
    ([, { paths }]) => owns(paths, prefix) || paths.some((path) => owns([prefix], path)),
  );
  if (owner)
    throw new Error(
      `${prefix} belongs to ${owner[0]}; choose another path, or let them give it up in tools/workspace/site.json`,
    );

  for (const [file, content] of Object.entries(
    fillTemplate(template, ['remote'], { name, path: prefix }),
  )) {
    const target = path.join(remoteFolder(name), file);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
    console.log(`made ${name}/${file}`);
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
    `\n${name} is ready: 'npm run dev -- ${name}' shows it, 'npm run releases -- publish ${name}' makes it live at ${prefix}.`,
  );
}

/** Writes the claim into the file of the site, behind the others, and who reviews it. */
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
  console.log('named its team in .github/CODEOWNERS');
}

try {
  main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
