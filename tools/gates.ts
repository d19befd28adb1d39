import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { LiveDocument } from 'contracts/release';
import { type Browser, chromium, type Page } from 'playwright';
import { type Candidate, encode, ReleaseRefused, readLive, type Store } from 'registry';
import { browserFlags, findBrowser } from './browser';
import { startMinimalServer } from './minimal-server';
import { freePorts, startService } from './process';
import { serveFolder } from './serve-folder';
import { remoteFolder } from './workspace';

const PAGE_BUDGET_MS = 15_000;

/** What a page of the site has, whichever remotes are up. */
const composed = 'header a[href="/"]';

/** Two gates that run a candidate in a real browser: on its own page, and on the whole site laid over what is live. */
export function openGates(store: Store, report: (step: string) => void) {
  const executablePath = findBrowser() ?? undefined;
  // opened while the remote is being built
  const browser = chromium.launch({ executablePath, args: browserFlags });
  browser.catch(() => {});

  async function standalone(candidate: Candidate): Promise<void> {
    const { name } = candidate.record;
    report('opening its standalone page');
    const server = await serveFolder(path.join(remoteFolder(name), 'dist/standalone'));
    try {
      for (const { path: pattern } of candidate.record.routes.slice(0, 3)) {
        const problems = await visit(await browser, server.url + sample(pattern), async (page) => {
          await page.waitForFunction(() => (document.getElementById('root')?.textContent ?? '').trim() !== '', null, {
            timeout: PAGE_BUDGET_MS,
          });
        });
        if (problems.length > 0)
          throw new ReleaseRefused(
            `${name}: its standalone page ${sample(pattern)} fails (${problems[0]}); run it with 'pnpm dev ${name}'`,
          );
      }
    } finally {
      server.close();
    }
  }

  async function smoke(candidate: Candidate): Promise<void> {
    const { name, version } = candidate.record;
    report('trying it on the whole site');
    const folder = mkdtempSync(path.join(tmpdir(), 'carry-gate-'));
    const api = await startMinimalServer();
    const overlay = await layOver(store, candidate, path.join(folder, 'releases'));
    const [port = 0] = await freePorts();
    const url = `http://localhost:${port}`;
    const lines: string[] = [];
    const env = {
      PORT: String(port),
      API_URL: api.url,
      SITE_URL: url,
      RELEASES_STORE: overlay,
      LAST_GOOD_FOLDER: path.join(folder, 'good'),
      PREVIEWS: 'off',
    };
    const site = await startService('site', 'shell/server/main.ts', env, `${url}/healthz`, (line) => lines.push(line));
    try {
      const own = candidate.record.routes.map((route) => sample(route.path));
      for (const pathname of new Set(['/', ...own])) {
        const response = await fetch(url + pathname, { redirect: 'manual' });
        const rendered = await response.text();
        const mine = own.includes(pathname);
        if (response.status >= 500) refuse(name, pathname, `the server answers ${response.status}`);
        const problems = await visit(await browser, url + pathname, async (page) => {
          await page.waitForSelector(composed, { timeout: PAGE_BUDGET_MS });
          if (mine && response.status < 300)
            await page.waitForSelector(`[data-remote="${name}"][data-release="${version}"] *`, {
              timeout: PAGE_BUDGET_MS,
              state: 'attached',
            });
        });
        if (problems.length > 0) refuse(name, pathname, problems[0] as string);
        if (mine && response.status < 300 && !rendered.includes(`data-release="${version}"`)) {
          refuse(
            name,
            pathname,
            `the server sends it without its HTML: ${lines.find((line) => line.includes(name)) ?? 'it gave no reason'}`,
          );
        }
      }
    } finally {
      await site.stop();
      api.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  return {
    all: [standalone, smoke],
    close: async () => void (await browser.then((opened) => opened.close()).catch(() => {})),
  };
}

function refuse(name: string, pathname: string, why: string): never {
  throw new ReleaseRefused(`${name}: on the whole site its page ${pathname} fails (${why}); mend it and publish again`);
}

/** An address for a route pattern. */
const sample = (pattern: string) => pattern.replace('{coachSlug}', 'nova').replaceAll(/:\w+/g, '1').replace(/\/\*$/, '');

/** Opens a page and answers what went wrong: exceptions, policy violations, failed files; calls that the small API does not know are no fault. */
async function visit(browser: Browser, url: string, check: (page: Page) => Promise<void>): Promise<string[]> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (401|404)/.test(message.text())) problems.push(message.text());
  });
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`${event.violatedDirective} refuses ${event.blockedURI}`),
    ),
  );
  try {
    await page.goto(url, { timeout: PAGE_BUDGET_MS, waitUntil: 'load' });
    await check(page);
    if ((await page.getByText('This part of the page could not be loaded').count()) > 0) problems.push('it could not be loaded');
  } catch (error) {
    problems.push((error as Error).message.split('\n')[0] ?? 'it did not open');
  } finally {
    await page.close();
  }
  return problems;
}

/** A store of its own with what is live and the candidate in its place. */
async function layOver(store: Store, { record, files }: Candidate, folder: string): Promise<string> {
  const { DirectoryStore } = await import('registry');
  const target = new DirectoryStore(folder);
  const live = await readLive(store);
  for (const [name, { version }] of Object.entries(live.remotes)) {
    if (name === record.name) continue;
    for (const file of await store.list(`${name}/${version}`)) {
      const content = await store.read(file);
      if (content) await target.write(file, content);
    }
  }
  const base = `${record.name}/${record.version}`;
  for (const [file, content] of files) await target.write(`${base}/${file}`, content);
  await target.write(`${base}/release.json`, encode(record));
  const next: LiveDocument = {
    revision: 1,
    remotes: { ...live.remotes, [record.name]: { version: record.version, history: [] } },
  };
  await target.write('live.json', encode(next));
  return folder;
}
