import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { addOwner } from '@carry/releases';
import { openGate } from '@carry/releases/gates';
import type { Page } from 'playwright/test';
import { root } from 'workspace';
import { publishRemote } from 'workspace/publish-remote';
import { startSite } from 'workspace/start-site';
import { openStore, restore, waitForRelease } from './support/releases/releases';
import { expect, type Site, test } from './support/site/fixtures';
import { buildRemote, type Outcome, READY, REMOTE, tryLibrary, writeRemote } from './try-library';

const source = path.join(import.meta.dirname, 'fixtures/libraries');
const document = path.join(root, 'docs/libraries.md');
const all = readdirSync(path.join(source, 'samples')).map((file) => file.replace(/\.tsx$/, ''));

/** Installs the libraries beside the dependencies of a remote and returns their folder. */
function installLibraries(): string {
  const home = path.join(root, '.data/e2e/libraries');
  const modules = path.join(home, 'node_modules');
  mkdirSync(home, { recursive: true });
  for (const own of ['@carry', 'react', 'react-dom', 'react-router-dom'])
    rmSync(path.join(modules, own), { recursive: true, force: true });
  cpSync(path.join(source, 'package.json'), path.join(home, 'package.json'));
  const flags = '--legacy-peer-deps --ignore-scripts --prefer-offline --no-audit --no-fund';
  execFileSync('npm', ['install', ...flags.split(' ')], { cwd: home, stdio: 'ignore' });
  mkdirSync(path.join(modules, '@carry'), { recursive: true });
  for (const own of ['react', 'react-dom', 'react-router-dom', '@carry/remote-kit']) {
    rmSync(path.join(modules, own), { recursive: true, force: true });
    symlinkSync(path.join(import.meta.dirname, 'node_modules', own), path.join(modules, own));
  }
  return modules;
}

/** Libraries that violate the page's policy when they load. */
const STOPPED = ['antd', 'dompurify', 'leaflet', 'radix-select', 'sonner'];

async function tryOnSite(name: string, folder: string, modules: string, site: Site) {
  writeRemote(folder, [name], modules);
  expect(await buildRemote(folder)).toBeUndefined();
  const store = openStore(site);
  const dist = path.join(folder, 'dist');
  const gate = openGate({ store, startSite });
  try {
    await publishRemote(REMOTE, store, { why: 'test', dist, gates: [gate.tryOnSite] });
    return { server: false };
  } catch (error) {
    return { refused: (error as Error).message, server: false };
  } finally {
    await gate.close();
  }
}

/** Tries each library in a separate remote, then shows the passing ones on one site. */
async function tryAll(names: readonly string[], modules: string, site: Site, page: Page) {
  const folder = path.join(root, '.data/e2e/library');
  const rows = new Map<string, Outcome>();
  const store = openStore(site);
  await addOwner(store, REMOTE, { owner: { paths: ['/libraries'] }, why: 'test' });
  for (const name of names) rows.set(name, await tryLibrary(name, folder, modules));
  for (const name of names.filter((sample) => STOPPED.includes(sample)))
    rows.set(name, await tryOnSite(name, folder, modules, site));
  const accepted = names.filter((name) => rows.get(name)?.refused === undefined);
  writeRemote(folder, accepted, modules);
  expect(await buildRemote(folder)).toBeUndefined();
  const { version } = await publishRemote(REMOTE, store, {
    why: 'test',
    dist: path.join(folder, 'dist'),
  });
  await waitForRelease(site, `${REMOTE}@${version}`);
  for (const name of accepted) {
    const row = rows.get(name) as Outcome;
    const url = `/libraries/${name.replaceAll(/\W/g, '-')}`;
    const html = await (await page.request.get(url)).text();
    row.server =
      html.includes(`data-release="${version}"`) && new RegExp(`>\\s*${READY}\\s*<`).test(html);
    await page.goto(url);
    await expect
      .soft(page.locator(`[data-remote=${REMOTE}]`).getByText(READY).first(), name)
      .toBeAttached();
  }
  return rows;
}

const versions = JSON.parse(readFileSync(path.join(source, 'package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

function getPackage(sample: string): string {
  const text = readFileSync(path.join(source, `samples/${sample}.tsx`), 'utf8');
  const imported = [...text.matchAll(/(?:from |import\()'((?:@[^/']+\/)?[^/']+)/g)].map(
    ([, name]) => name ?? '',
  );
  const own = imported.filter((name) => name !== 'react');
  return own.find((name) => name === sample) ?? own[0] ?? '';
}

function printTable(rows: ReadonlyMap<string, Outcome>): string {
  const lines = [...rows].map(([sample, { refused, server }]) => {
    const name = getPackage(sample);
    const place = refused?.split('\n').find((line) => /node_modules\/\S+ /.test(line));
    const gate = refused?.match(/fails \((?:.|\n)*\); (.*)$/)?.[1];
    const built = refused?.split('\n').find((line) => line.includes(`${REMOTE}: `));
    const named = place?.replace(/^.*?node_modules\/\S+ /, '') ?? built?.replace(/^.*?: \S+ /, '');
    const works = server ? 'yes' : 'in the browser';
    const outcome = refused === undefined ? works : `no: ${gate ?? named ?? refused}`;
    return [name, `| \`${name}\` | ${versions.dependencies[name]} | ${outcome} |`];
  });
  return lines
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
    .map(([, line]) => `${line}\n`)
    .join('');
}

const TABLE = /(?<=\|---\|---\|---\|\n)(?:\|.*\n)+/;

test('runs popular libraries in a remote', { tag: '@full' }, async ({ page, site }) => {
  test.setTimeout(240_000);
  const names = ['recharts', 'emotion-styled', 'zod'];
  try {
    const rows = await tryAll(names, path.join(import.meta.dirname, 'node_modules'), site, page);
    expect([...rows].map(([name, { refused }]) => [name, refused])).toEqual(
      names.map((name) => [name, undefined]),
    );
  } finally {
    await restore(site);
  }
});

test(
  'matches docs/libraries.md for each library',
  { tag: '@full' },
  async ({ page, site }, { config }) => {
    test.setTimeout(1_200_000);
    try {
      const table = printTable(await tryAll(all, installLibraries(), site, page));
      const written = readFileSync(document, 'utf8');
      if (['all', 'changed'].includes(config.updateSnapshots))
        writeFileSync(document, written.replace(TABLE, table));
      else expect(TABLE.exec(written)?.[0]).toBe(table);
    } finally {
      await restore(site);
    }
  },
);
