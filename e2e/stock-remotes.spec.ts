import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { addOwner, readRelease } from '@carry/releases';
import { openGate } from '@carry/releases/gates';
import type { Page } from 'playwright/test';
import { root } from 'workspace';
import { freePorts } from 'workspace/process';
import { publishRemote } from 'workspace/publish-remote';
import { startSite } from 'workspace/start-site';
import { goThere } from './go-there';
import { openStore, restore, waitForRelease } from './support/releases/releases';
import { expect, test } from './support/site/fixtures';

const run = promisify(execFile);
const modules = path.join(import.meta.dirname, 'node_modules');
const carryRemote = path.join(root, 'packages/remote-kit/cli/bin.ts');

const TOOLS = {
  rsbuild: ['@rsbuild/core/bin/rsbuild.js', 'build', '--log-level', 'error'],
  vite: ['vite/bin/vite.js', 'build', '--logLevel', 'error'],
  webpack: ['../build.mjs'],
};

/** Remotes that pass the gate: by day the one whose tool differs most from ours. */
const gated =
  process.env['TEST_FULL'] === '1' ? ['mf-guides', 'mf-maps', 'mf-clips'] : ['mf-clips'];

const COMPUTED = 'Sum 12, answer 42';

type Kind = keyof typeof TOOLS;

function copyFixture(kind: Kind): string {
  const folder = path.join(root, '.data/e2e/stock-remotes', kind);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.dirname(folder), { recursive: true });
  cpSync(path.join(import.meta.dirname, 'fixtures/stock-remotes', kind), folder, {
    recursive: true,
  });
  symlinkSync(modules, path.join(folder, 'node_modules'));
  return folder;
}

const getOptions = (folder: string) => ({
  cwd: folder,
  env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
});

async function build(kind: Kind, folder: string): Promise<void> {
  const [tool = '', ...args] = TOOLS[kind];
  const program = path.join(folder, 'node_modules', tool);
  await run(process.execPath, [program, ...args], getOptions(folder));
}

/** Builds a remote with its own tool and packs it. Returns the folder to publish. */
async function buildAndPack(kind: Kind): Promise<string> {
  const folder = copyFixture(kind);
  await build(kind, folder);
  await run(process.execPath, ['--import', 'tsx', carryRemote, 'pack'], getOptions(folder));
  return path.join(folder, '.carry/pack/dist');
}

/** Expects the additions of workers and WebAssembly in a page's policy only if its remote has some. */
async function expectPolicy(page: Page, path: string, isExtended: boolean): Promise<void> {
  const policy = (await page.request.get(path)).headers()['content-security-policy'] ?? '';
  expect([policy.includes("worker-src 'self'"), policy.includes("'wasm-unsafe-eval'")]).toEqual([
    isExtended,
    isExtended,
  ]);
}

test('runs remotes of Rsbuild, webpack and Vite', async ({ page, site }) => {
  test.setTimeout(240_000); // three bundlers
  const store = openStore(site);
  const [guides, maps, clips] = await Promise.all([
    buildAndPack('rsbuild'),
    buildAndPack('webpack'),
    buildAndPack('vite'),
  ]);
  try {
    for (const [name, dist] of [
      ['mf-guides', guides],
      ['mf-maps', maps],
      ['mf-clips', clips],
    ] as const) {
      await addOwner(store, name, { owner: { paths: [name.replace('mf-', '/')] }, why: 'test' });
      const gate = gated.includes(name) ? openGate({ store, startSite }) : undefined;
      const options = { why: 'test', dist, gates: gate ? [gate.tryOnSite] : [] };
      const { version } = await publishRemote(name, store, options).finally(() => gate?.close());
      const record = await readRelease(store, name, version);
      expect(
        Object.keys(record?.files ?? {}).filter((file) => /(?:lib-|react).*\.js$/.test(file)),
      ).toEqual([]);
      await waitForRelease(site, `${name}@${version}`);
    }
    const html = await (await page.request.get('/guides')).text();
    expect(html).toMatch(/<section class="[^"]+"><h1>Guides<\/h1>/);
    await page.goto('/guides');
    await page.getByRole('button', { name: 'Read 0' }).click();
    await expect(page.getByText('Aim for the head.')).toBeVisible();
    await expect(page.getByText(COMPUTED)).toBeVisible();
    await expect(page.locator('section')).toHaveCSS('padding-top', '32px');
    await expect(page.getByRole('img', { name: 'Guide' })).toHaveJSProperty('naturalWidth', 24);
    await page.getByRole('link', { name: 'How it works' }).first().click();
    await expect(page).toHaveURL('/how-it-works');

    expect(await (await page.request.get('/maps')).text()).not.toContain('Mirage');
    await goThere(page, '/maps');
    await page.getByRole('button', { name: 'Mirage' }).click();
    await expect(page.getByRole('button', { name: 'Nuke' })).toBeVisible();
    await expect(page.getByText(COMPUTED)).toBeVisible();

    await page.goto('/clips');
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(page.getByText('An ace on Mirage')).toBeVisible();
    await expect(page.getByText(COMPUTED)).toBeVisible();
    for (const path of ['/guides', '/maps', '/clips']) await expectPolicy(page, path, true);
    await expectPolicy(page, '/', false);
    await expect(page.locator('section')).toHaveCSS('padding-top', '32px');
    expect(
      await page.evaluate(
        () =>
          performance
            .getEntriesByType('resource')
            .filter(({ name }) => /remotes\/.*react/.test(name)).length,
      ),
    ).toBe(0);
  } finally {
    await restore(site);
  }
});

for (const [kind, page, file, word] of [
  ['webpack', '/maps', 'src/maps.js', 'Mirage'],
  ['vite', '/clips', 'src/clips.jsx', 'Play'],
] as const)
  test(`dev --site shows each build of ${kind} in the site`, { tag: '@full' }, async ({
    browser,
    site,
  }) => {
    test.setTimeout(180_000);
    const folder = copyFixture(kind);
    await build(kind, folder);
    const [port = 0] = await freePorts();
    const args = ['dev', '--site', site.urls.site, '--port', String(port)];
    const child = spawn(process.execPath, ['--import', 'tsx', carryRemote, ...args], {
      ...getOptions(folder),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      let printed = '';
      child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      await expect.poll(() => printed, { timeout: 90_000 }).toContain('everything else');
      const tab = await browser.newPage({ baseURL: `http://localhost:${port}` });
      await tab.goto(page);
      await expect(tab.getByRole('button', { name: word })).toBeVisible();
      await expect(tab.locator('[data-remote]').last()).toHaveAttribute('data-release', 'dev');
      if (kind === 'vite') await expect(tab.locator('section')).toHaveCSS('padding-top', '32px');
      const source = path.join(folder, file);
      writeFileSync(
        source,
        readFileSync(source, 'utf8').replace(new RegExp(`\\b${word}\\b`), 'Edited'),
      );
      await build(kind, folder);
      const edited = tab.getByRole('button', { name: 'Edited' });
      await expect(edited).toBeVisible({ timeout: 60_000 });
      await edited.click();
      await expect(tab.getByText(COMPUTED)).toBeVisible();
      await tab.close();
    } finally {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    }
  });
