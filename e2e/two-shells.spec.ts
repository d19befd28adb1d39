// A rolling update of the shell: each of two versions behind one proxy serves the files of both.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright/test';
import { packageAll } from 'workspace/package';
import { freePorts, startService } from 'workspace/process';
import { startBalancer } from './support/fleet/balancer';
import { buildShellVariant } from './support/releases/variant';
import { startSite } from './support/site/fixtures';
import { expect, test } from './support/site/guard';

const PATHS = ['/', '/cs2', '/booking/1', '/login', '/valorant', '/no-such-page'];
const WORDS = ['There is nothing at this address.', 'Nothing is at this address.'] as const;

async function rollingSites() {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-two-shells-'));
  await packageAll(folder, ['site']);
  const [older, newer] = [path.join(folder, 'site'), path.join(folder, 'newer')];
  cpSync(older, newer, { recursive: true });
  rmSync(path.join(newer, 'dist'), { recursive: true });
  const [from, to] = WORDS;
  cpSync(
    buildShellVariant({ file: 'universal/outlet/unmatched.tsx', from, to }),
    path.join(newer, 'dist'),
    { recursive: true },
  );
  const program = (cwd: string) => ({
    args: ['server.js'],
    cwd,
    env: { PATH: process.env['PATH'] },
  });
  const [at = 0, second = 0] = await freePorts();
  const site = await startSite(
    { SITE_URL: `http://localhost:${at}`, TRUSTED_PROXIES: '1' },
    'ours',
    { site: program(older) },
  );
  const first = Number(new URL(site.urls.site).port);
  const next = await startService({
    name: 'the new site',
    program: program(newer),
    env: { ...site.env, PORT: String(second), LOCAL_SOCKET: 'off' },
    readyUrl: `http://localhost:${second}/healthz`,
    log: (line) => site.lines.push(line),
  });
  const proxy = await startBalancer({ site: { at, of: [first, second] } });
  return {
    site,
    url: proxy.url,
    newest: `http://localhost:${second}`,
    async stop() {
      await proxy.stop();
      await next.stop();
      await site.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const getFiles = (html: string) => [
  ...new Set(
    [...html.matchAll(/"(\/(?:assets\/static|remotes)\/[^"]+)"/g)].map(([, file]) => file),
  ),
];

async function browse(loads: number, browser: Browser) {
  const { site, url, newest, stop } = await rollingSites();
  try {
    const page = await browser.newPage({ baseURL: url });
    const failed: string[] = [];
    page.on('response', (answer) => {
      const { pathname } = new URL(answer.url());
      if (answer.status() >= 400 && pathname !== '/no-such-page')
        failed.push(`${answer.status()} ${pathname}`);
    });
    const seen = new Set<string>();
    for (let load = 0; load < loads; load++) {
      const wanted = PATHS[load % PATHS.length] ?? '/';
      await page.goto(wanted);
      if (wanted === '/no-such-page') {
        const words = page.getByText(new RegExp(WORDS.join('|')));
        seen.add((await words.textContent()) ?? '');
      } else {
        await page.getByRole('banner').getByRole('link', { name: 'Carry, home' }).click();
        await expect(page.getByRole('heading', { level: 1 })).toContainText('Level Up');
      }
    }
    expect(failed).toEqual([]);
    // the proxy may pick the same version several times
    for (let more = 0; seen.size < WORDS.length && more < 20; more++) {
      const html = await (await fetch(`${url}/no-such-page`)).text();
      for (const words of WORDS) if (html.includes(words)) seen.add(words);
    }
    expect([...seen].sort(), 'both versions were met').toEqual([...WORDS].sort());

    // a tab of the stopped version requests the rest of its files
    const old = await (await fetch(`${site.urls.site}/no-such-page`)).text();
    await site.services.site.stop();
    const files = getFiles(old);
    expect(files.length).toBeGreaterThan(4);
    for (const file of files)
      expect((await fetch(newest + file)).status, `${file} of the old version`).toBe(200);
    await page.close();
  } finally {
    await stop();
  }
}

test('serves every file while two shell versions run', {
  tag: ['@full', '@fault-shell'],
}, async ({ browser, expectErrors }) => {
  test.setTimeout(240_000);
  expectErrors('404 /no-such-page');
  await browse(18, browser);
});

test('serves 500 page loads from two shell versions', { tag: '@full' }, async ({
  browser,
  expectErrors,
}) => {
  test.setTimeout(1_200_000); // 1.5 s for each load on a busy machine
  expectErrors('404 /no-such-page');
  await browse(500, browser);
});
