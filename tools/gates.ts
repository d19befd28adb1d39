import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveDocument } from 'contracts/release';
import { type BrowserContext, chromium, type Page } from 'playwright';
import { type Candidate, DirectoryStore, encode, ReleaseRefused, readLive, readRelease, type Store } from 'registry';
import { browserFlags, findBrowser } from './browser';
import { startMinimalServer } from './minimal-server';
import { freePorts, startService } from './process';
import { sampleAnswers } from './sample-answers';
import { serveFolder } from './serve-folder';
import { remoteFolder } from './workspace';

const PAGE_BUDGET_MS = 15_000;
const FOLLOW_BUDGET_MS = 5000;
/** From a remote's code to its first look in the browser. */
const SETTLE_MS = 250;
/** The shell lets a release rest this long after it hung. */
const REST_MS = 5500;

/** Pages of the whole site that are opened at a time. */
const TABS = 3;

/** What stands where a remote should be. */
const FAILED = 'This part of the page could not be loaded';
/** What a page of the site has, whichever remotes are up. */
const FRAME = 'header a[href="/"]';

/** Two gates that run a candidate in a real browser: on its own page, and on the whole site laid over what is live. They get ready while it is built. */
export function openGates(store: Store, report: (step: string) => void, dist?: string) {
  const browser = chromium.launch({ executablePath: findBrowser() ?? undefined, args: browserFlags });
  const context = browser.then((opened) => opened.newContext()); // one cache for all pages, as a visitor has
  const tabs = context.then((visitor) => Promise.all(Array.from({ length: TABS }, () => openTab(visitor))));
  const rehearsal = openRehearsal(store);
  // the site as it is, once, while the build takes its time: its files are in the browser's cache then, and both are warm
  const warmed = Promise.all([tabs, rehearsal]).then(([[tab], { url, pages }]) =>
    tab?.visit(url + ([...pages.values()][0] ?? '/'), async (page) => void (await page.waitForSelector(FRAME))),
  );
  for (const start of [tabs, rehearsal, warmed]) start.catch(() => {});

  async function standalone({ record: { name, routes } }: Candidate): Promise<void> {
    report('opening its standalone page');
    const server = await serveFolder(path.join(dist ?? path.join(remoteFolder(name), 'dist'), 'standalone'));
    const pathname = sample(routes[0]?.path ?? '/');
    const { visit } = await openTab(await context);
    const problems = await visit(server.url + pathname, async (page) => {
      await page.waitForFunction(() => document.getElementById('root')?.textContent?.trim(), null, { timeout: PAGE_BUDGET_MS });
    });
    server.close();
    if (problems.length > 0)
      throw new ReleaseRefused(`${name}: its standalone page ${pathname} fails (${problems[0]}); look at it with 'pnpm dev ${name}'`);
  }

  async function smoke(candidate: Candidate): Promise<void> {
    report('trying it on the whole site');
    const { name, version, routes } = candidate.record;
    const { url, lines, pages, take } = await rehearsal;
    await warmed;
    await take(candidate);
    const own = routes.map((route) => sample(route.path));
    const entrance = [...pages].find(([other]) => other !== name)?.[1]; // one page of another team: with the frame, it must stand as before
    const shown: string[] = [];
    // the server first, one page after the other: a busy machine must not look like a remote that hangs
    for (const pathname of new Set([...own, ...(entrance ? [entrance] : [])])) if (await render(pathname)) shown.push(pathname);
    const visits = await Promise.allSettled(
      (await tabs).map(async (tab) => {
        for (let pathname = shown.shift(); pathname; pathname = shown.shift()) await open(tab, pathname, own.includes(pathname));
      }),
    );
    for (const visit of visits) if (visit.status === 'rejected') throw visit.reason;

    /** Refuses a page that the server cannot send whole; answers whether there is one to open. */
    async function render(pathname: string, again = true): Promise<boolean> {
      const response = await fetch(url + pathname, { redirect: 'manual' });
      const html = await response.text();
      if (response.status >= 500) refuse(name, pathname, `the server answers ${response.status}`);
      if (response.status >= 300 && response.status < 400) return false;
      if (!own.includes(pathname) || html.includes(`data-release="${version}"`)) return true;
      const reason = lines.findLast((line) => line.startsWith(`site: ${pathname}`)) ?? 'it gave no reason';
      if (!again || !/longer than/.test(reason)) refuse(name, pathname, `the server sends it without its HTML: ${reason}`);
      await sleep(REST_MS); // until the shell renders this release again
      return render(pathname, false);
    }

    async function open({ visit }: Tab, pathname: string, mine: boolean): Promise<void> {
      const problems = await visit(url + pathname, async (page) => {
        await page.waitForSelector(FRAME, { timeout: PAGE_BUDGET_MS });
        const shown = page.waitForSelector(`[data-release="${version}"] *`, { timeout: PAGE_BUDGET_MS, state: 'attached' });
        const moved = page.waitForURL((address) => address.pathname !== pathname, { timeout: PAGE_BUDGET_MS }); // a page may send visitors on
        const failed = page.getByText(FAILED).waitFor({ timeout: PAGE_BUDGET_MS });
        for (const outcome of [shown, moved, failed]) outcome.catch(() => {});
        if (!mine) return;
        await Promise.any([shown, moved, failed]);
        // what the server sent is there at once: the browser's own code counts, and needs a moment to run
        const ran = page.waitForFunction((entry) => performance.getEntriesByName(entry).length > 0, `${name} entry`, {
          timeout: PAGE_BUDGET_MS,
        });
        ran.catch(() => {});
        await Promise.any([ran, moved, failed]);
        await page.waitForTimeout(SETTLE_MS);
      });
      if (problems[0]) refuse(name, pathname, problems[0]);
    }
  }

  const running: Promise<unknown>[] = [];
  const tracked = (gate: (candidate: Candidate) => Promise<void>) => (candidate: Candidate) => {
    const run = gate(candidate);
    running.push(run);
    return run;
  };
  return {
    all: [standalone, smoke].map(tracked),
    async close() {
      await Promise.allSettled([warmed, ...running]); // a browser that ends in the middle of a page load fails in ways of its own
      await browser.then((opened) => opened.close()).catch(() => {});
      await rehearsal.then(({ close }) => close()).catch(() => {});
    },
  };
}

/** The whole site on a store of its own with what is live, and an API that knows one coach. */
async function openRehearsal(store: Store) {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-gate-'));
  const target = new DirectoryStore(path.join(folder, 'releases'));
  const live = await readLive(store);
  const pages = new Map<string, string>();
  const copies = Object.entries(live.remotes).map(async ([name, { version }]) => {
    const files = await store.list(`${name}/${version}`);
    await Promise.all(files.map(async (file) => target.write(file, (await store.read(file)) ?? Buffer.alloc(0))));
    const page = (await readRelease(store, name, version))?.routes.find(({ path }) => !/[:*{]/.test(path));
    if (page) pages.set(name, page.path);
  });
  await Promise.all(copies);
  const remotes = Object.fromEntries(Object.entries(live.remotes).map(([name, { version }]) => [name, { version, history: [] }]));
  const write = (next: LiveDocument) => target.write('live.json', encode(next));
  await write({ revision: 1, remotes });
  const api = await startMinimalServer();
  for (const [call, body] of Object.entries(sampleAnswers)) api.answer(call, { body });
  const [port = 0] = await freePorts();
  const url = `http://localhost:${port}`;
  const lines: string[] = [];
  const env = {
    PORT: String(port),
    API_URL: api.url,
    SITE_URL: url,
    RELEASES_STORE: target.name,
    LAST_GOOD_FOLDER: path.join(folder, 'good'),
  };
  const site = await startService('site', 'shell/server/main.ts', { ...env, PREVIEWS: 'off' }, `${url}/healthz`, (line) =>
    lines.push(line),
  );
  return {
    url,
    lines,
    /** A page of each live remote. */
    pages,
    /** Lays a candidate over what is live, and waits until the site serves it. */
    async take({ record: { name, version, ...record }, files }: Candidate): Promise<void> {
      const base = `${name}/${version}`;
      await Promise.all([...files].map(([file, content]) => target.write(`${base}/${file}`, content)));
      await target.write(`${base}/release.json`, encode({ name, version, ...record }));
      await write({ revision: 2, remotes: { ...remotes, [name]: { version, history: [] } } });
      for (const end = Date.now() + FOLLOW_BUDGET_MS; Date.now() < end; await sleep(30)) {
        if ((await fetch(url)).headers.get('x-composition')?.includes(`${name}@${version}`)) return;
      }
      throw new ReleaseRefused(`${name}: the site does not take it up (${lines.at(-1) ?? 'no reason given'})`);
    },
    async close() {
      await site.stop();
      api.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function refuse(name: string, pathname: string, why: string): never {
  throw new ReleaseRefused(`${name}: on the whole site its page ${pathname} fails (${why}); mend it and publish again`);
}

/** An address for a route pattern. */
const sample = (pattern: string) => pattern.replace('{coachSlug}', 'nova').replaceAll(/:\w+/g, '1').replace(/\/\*$/, '');

type Tab = Awaited<ReturnType<typeof openTab>>;

/** A tab that opens pages one after the other, each in what the ones before have left in its caches. */
async function openTab(context: BrowserContext) {
  const page = await context.newPage();
  let problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (401|404)/.test(message.text())) problems.push(message.text());
  });
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`${event.violatedDirective} refuses ${event.blockedURI}`),
    ),
  );
  return {
    /** Opens a page and answers what went wrong: exceptions, policy violations, failed files; calls that the small API does not know are no fault. */
    async visit(url: string, check: (page: Page) => Promise<void>): Promise<string[]> {
      problems = [];
      try {
        await page.goto(url, { timeout: PAGE_BUDGET_MS, waitUntil: 'load' });
        await check(page);
        if ((await page.getByText(FAILED).count()) > 0) problems.push('it could not be loaded');
      } catch (error) {
        problems.push((error as Error).message.split('\n')[0] ?? 'it did not open');
      }
      return problems;
    },
  };
}
