import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packageAll } from 'workspace/package';
import type { Program } from 'workspace/process';
import { fillBooking, pickSlot, signIn } from './support/site/actions';
import { test as base, expect, type Site, startSite } from './support/site/fixtures';

const NOBODY = 65_534;

interface Packaged {
  folder: string;
  home: string;
}

const test = base.extend<object, { packaged: Packaged; site: Site }>({
  packaged: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'carry-packaged-'));
      const home = path.join(folder, 'home');
      mkdirSync(home);
      await packageAll(folder);
      execFileSync('chmod', ['-R', 'a+rX,a-w', folder]);
      await use({ folder, home });
      execFileSync('chmod', ['-R', 'u+w', folder]);
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  site: [
    async ({ packaged: { folder, home }, server }, use) => {
      const program = (name: string): Program => ({
        args: ['server.js'],
        cwd: path.join(folder, name),
        env: { PATH: process.env['PATH'], HOME: home },
        uid: process.getuid?.() === 0 ? NOBODY : undefined, // root ignores file permissions
      });
      const site = await startSite({}, server, {
        site: program('site'),
        api: program('api'),
        sandbox: program('sandbox'),
      });
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

function readFolder(folder: string): string {
  const hash = createHash('sha256');
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  for (const file of entries.map(({ parentPath, name }) => path.join(parentPath, name)).sort())
    hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

test('runs the whole product from read-only packaged folders', async ({ page, site, packaged }) => {
  const before = readFolder(packaged.folder);
  for (const address of ['/', '/cs2', '/booking/1'])
    expect(
      await (await fetch(site.urls.site + address)).text(),
      `${address} comes rendered`,
    ).toContain('<h1');
  expect(
    (await fetch(`${site.urls.api}/api/texts/terms/`)).status,
    'the sample texts are there',
  ).toBe(site.server === 'ours' ? 200 : 404);
  await signIn(page);
  await page.goto('/booking/1');
  await pickSlot(page, 3);
  await fillBooking(page, 'packed#1');
  await page.getByRole('button', { name: 'Book Now' }).click();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible();
  expect(readFolder(packaged.folder)).toBe(before);
  expect(site.lines.filter((line) => /EACCES|EROFS|Cannot find/.test(line))).toEqual([]);
});

test('runs the operator from a packaged folder and an npm install', {
  tag: ['@full', '@ours', '@fault-backup'],
}, async ({ site, packaged }) => {
  test.setTimeout(240_000);
  const { OPERATOR_TOKEN = '', DATA_FOLDER = '' } = site.env;
  const runAt = (database: string, ...args: string[]) =>
    spawnSync(process.execPath, ['server.js', ...args], {
      cwd: path.join(packaged.folder, 'operator'),
      env: { API_URL: site.urls.api, OPERATOR_TOKEN, DATA_FOLDER: database, HOME: packaged.home },
      encoding: 'utf8',
      ...(process.getuid?.() === 0 && { uid: NOBODY }),
    });
  const run = (...args: string[]) => runAt(DATA_FOLDER, ...args);
  const assertListed = ({ stdout, stderr }: { stdout: string; stderr: string }) =>
    expect(stdout, stderr).toMatch(/1 +Nova/);
  assertListed(run('coaches', 'list'));
  const packages = mkdtempSync(path.join(tmpdir(), 'carry-operator-'));
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--offline'], { cwd: packages, encoding: 'utf8' }).trim();
  const tarball = npm('pack', path.join(packaged.folder, 'operator'), '--silent');
  npm('install', '--global', '--prefix', packages, path.join(packages, tarball));
  const installed = spawnSync(path.join(packages, 'bin/carry-operator'), ['coaches', 'list'], {
    env: { PATH: process.env['PATH'], API_URL: site.urls.api, OPERATOR_TOKEN },
    encoding: 'utf8',
  });
  assertListed(installed);
  rmSync(packages, { recursive: true });
  const busy = run('backup', path.join(packaged.home, 'backup.gz'));
  expect([busy.status, busy.stderr]).toEqual([3, expect.stringContaining('is in use by process')]);

  await site.services.api.stop();
  const backups = mkdtempSync(path.join(tmpdir(), 'carry-backups-'));
  if (process.getuid?.() === 0) chownSync(backups, NOBODY, NOBODY);
  const file = path.join(backups, 'backup.gz');
  const made = run('backup', file);
  expect([made.status, made.stderr]).toEqual([0, '']);
  const into = path.join(backups, 'restored');
  const restored = runAt(into, 'restore', file);
  expect([restored.status, restored.stderr]).toEqual([0, '']);
  expect(readdirSync(path.join(into, 'pglite'))).toContain('PG_VERSION');
  rmSync(backups, { recursive: true });
  await site.restart('api');
  assertListed(run('coaches', 'list'));
});
