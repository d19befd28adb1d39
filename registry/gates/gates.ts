import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from 'playwright';
import type { Candidate } from '../src/candidate';
import { ReleaseRefused } from '../src/errors';
import { samplePath } from '../src/sample-path';
import type { Store } from '../src/store';
import { launchOptions } from './browser';
import { openCandidateSite, type StartSite } from './candidate-site';
import { FAILED, type GateTab, openTab, PAGE_BUDGET_MS } from './gate-tab';
import { serveFolder } from './serve-folder';

export type { StartSite };

/** The shell lets a release cool down this long after it hung. */
const COOLDOWN_MS = 5500;
/** Pages of the whole site that are opened at a time. */
const TABS = 2;
/** What a page of the site has, whichever remotes are up. */
const FRAME = 'header a[href="/"]';

/** Two gates that run a candidate in a real browser: on its own page, and on the whole site laid over what is live. They get ready while it is built. */
export function openGates(
  store: Store,
  startSite: StartSite,
  dist: string,
  report: (step: string) => void = () => {},
) {
  const browser = chromium.launch(launchOptions());
  const context = browser.then((opened) => opened.newContext()); // one cache for all pages, as a visitor has
  const tabs = context.then((visitor) =>
    Promise.all(Array.from({ length: TABS }, () => openTab(visitor))),
  );
  const site = openCandidateSite(store, startSite);
  for (const start of [tabs, site]) start.catch(() => {});

  async function standalone({ record: { name, routes } }: Candidate): Promise<void> {
    report('opening its standalone page');
    const server = await serveFolder(path.join(dist, 'standalone'));
    const pathname = samplePath(routes[0]?.path ?? '/', null);
    const { visit, settle } = await openTab(await context);
    const problems = await visit(server.url + pathname, async (page) => {
      await page.waitForFunction(() => document.getElementById('root')?.textContent?.trim(), null, {
        timeout: PAGE_BUDGET_MS,
      });
      await settle();
    });
    server.close();
    if (problems.length > 0)
      throw new ReleaseRefused(
        `${name}: its standalone page ${pathname} fails (${problems[0]}); look at it with 'pnpm dev ${name}'`,
      );
  }

  async function smoke(candidate: Candidate): Promise<void> {
    report('trying it on the whole site');
    const { name, version, routes } = candidate.record;
    const { url, lines, pages, document, serve } = await site;
    await serve(candidate);
    const own = routes.map((route) => samplePath(route.path, document));
    const entrance = [...pages].find(([other]) => other !== name)?.[1]; // one page of another team: with the frame, it must stand as before
    const shown: string[] = [];
    // the server first, one page after the other: a busy machine must not look like a remote that hangs
    for (const pathname of new Set([...own, ...(entrance ? [entrance] : [])]))
      if (await render(pathname)) shown.push(pathname);
    const visits = await Promise.allSettled(
      (await tabs).map(async (tab) => {
        for (let pathname = shown.shift(); pathname; pathname = shown.shift())
          await open(tab, pathname, own.includes(pathname));
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
      const reason =
        lines.findLast((line) => line.startsWith(`${pathname}:`)) ?? 'it gave no reason';
      if (!again || !/longer than/.test(reason))
        refuse(name, pathname, `the server sends it without its HTML: ${reason}`);
      await sleep(COOLDOWN_MS); // until the shell renders this release again
      return render(pathname, false);
    }

    async function open(
      { visit, settle }: GateTab,
      pathname: string,
      mine: boolean,
    ): Promise<void> {
      const problems = await visit(url + pathname, async (page) => {
        await page.waitForSelector(FRAME, { timeout: PAGE_BUDGET_MS });
        const shown = page.waitForSelector(`[data-release="${version}"] *`, {
          timeout: PAGE_BUDGET_MS,
          state: 'attached',
        });
        const moved = page.waitForURL((address) => address.pathname !== pathname, {
          timeout: PAGE_BUDGET_MS,
        }); // a page may send visitors on
        const failed = page.getByText(FAILED).waitFor({ timeout: PAGE_BUDGET_MS });
        for (const outcome of [shown, moved, failed]) outcome.catch(() => {});
        if (!mine) return;
        await Promise.any([shown, moved, failed]);
        // what the server sent is there at once: the browser's own code counts, and needs a moment to run
        const ran = page.waitForFunction(
          (entry) => performance.getEntriesByName(entry).length > 0,
          `${name} entry`,
          {
            timeout: PAGE_BUDGET_MS,
          },
        );
        ran.catch(() => {});
        await Promise.any([ran, moved, failed]);
        await settle();
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
      await Promise.allSettled([tabs, site, ...running]); // a browser that ends in the middle of a page load fails in ways of its own
      await browser.then((opened) => opened.close()).catch(() => {});
      await site.then(({ close }) => close()).catch(() => {});
    },
  };
}

function refuse(name: string, pathname: string, why: string): never {
  throw new ReleaseRefused(
    `${name}: on the whole site its page ${pathname} fails (${why}); fix it and publish again`,
  );
}
