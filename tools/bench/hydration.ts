import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright';
import type { Origins } from './both-ways';
import { compare, head, type Rows } from './hydration-rows';
import { HYDRATED, type Marks, observe, type Site } from './marks';
import { slowPage } from './measure';
import { pages } from './pages';
import { table } from './table';
import { serveWithoutScripts } from './without-scripts';

/** A phone's screen; pictures are chosen by it. */
const PHONE = { deviceScaleFactor: 2, hasTouch: true };
/** Taps come this long after the start of the navigation, in ms. */
const TAPS = [1000, 2000];
const SETTLING_MS = 2000;
const LIMIT_MS = 4000;
/** Center of the menu's button, from the top right corner, in CSS pixels. */
const MENU = { right: 34, top: 32 };

async function open(browser: Browser, site: Site): Promise<Page> {
  const page = await slowPage(browser, PHONE);
  await page.addInitScript(observe, HYDRATED[site]);
  return page;
}

const readMarks = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Partial<Marks>>((resolve) => {
        const marks = Reflect.get(globalThis, 'marks') as Partial<Marks>;
        const observer = new PerformanceObserver((list) => {
          const lcp = list.getEntries().at(-1)?.startTime;
          const fcp = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
          resolve({ ...marks, ...(lcp && { lcp }), ...(fcp && { fcp }) });
        });
        observer.observe({ type: 'largest-contentful-paint', buffered: true });
        setTimeout(resolve, 1000, marks);
      }),
  );

async function load(browser: Browser, site: Site, url: string): Promise<Partial<Marks>> {
  const page = await open(browser, site);
  await page.goto(url, { timeout: 60_000 });
  await page.waitForTimeout(SETTLING_MS);
  const marks = await readMarks(page);
  await page.context().close();
  return marks;
}

/** Taps on the menu of a loading page. Returns the ms until the menu is in a frame; undefined if the tap was lost. */
async function tapMenu(
  browser: Browser,
  site: Site,
  { url, atMs }: { url: string; atMs: number },
): Promise<number | undefined> {
  const page = await open(browser, site);
  const started = new Promise<number>((resolve) =>
    page.once('request', () => resolve(performance.now())),
  );
  await page.goto(url, { waitUntil: 'commit' });
  await sleep(Math.max(0, (await started) + atMs - performance.now()));
  await page.touchscreen.tap((page.viewportSize()?.width ?? 0) - MENU.right, MENU.top);
  await page
    .waitForFunction(() => Object.hasOwn(Reflect.get(globalThis, 'marks'), 'opened'), null, {
      timeout: LIMIT_MS,
    })
    .catch(() => {});
  const { tapped, opened } = await readMarks(page);
  await page.context().close();
  return tapped === undefined || opened === undefined ? undefined : opened - tapped;
}

async function measurePage(
  browser: Browser,
  origins: Record<Site, string>,
  { path, runs }: { path: string; runs: number },
): Promise<Rows> {
  const all: Record<Site, Partial<Marks>[]> = { composed: [], spa: [], bare: [] };
  for (let run = 0; run < runs; run++)
    for (const site of ['composed', 'spa', 'bare'] as const)
      all[site].push(await load(browser, site, origins[site] + path));
  const of = (site: Site, what: keyof Marks) => all[site].map((marks) => marks[what]);
  const both = (words: string, what: keyof Marks) =>
    compare(`\`${path}\` ${words}`, of('composed', what), of('spa', what));
  const bare = `\`${path}\` largest paint, beside the same HTML without scripts`;
  return [
    both('first contentful paint', 'fcp'),
    both('largest contentful paint', 'lcp'),
    compare(bare, of('composed', 'lcp'), of('bare', 'lcp')),
    both('hydrated', 'hydrated'),
    ...(path.startsWith('/booking/') ? [both('days with their times painted', 'days')] : []),
  ];
}

export async function measureHydration(
  browser: Browser,
  origins: Origins,
  { engine, runs }: { engine: string; runs: number },
): Promise<string> {
  const bare = await serveWithoutScripts(origins.composed, pages);
  const rows: Rows = [];
  try {
    for (const path of pages)
      rows.push(...(await measurePage(browser, { ...origins, bare: bare.origin }, { path, runs })));
  } finally {
    bare.close();
  }
  for (const atMs of TAPS) {
    const taps: Record<keyof Origins, (number | undefined)[]> = { composed: [], spa: [] };
    for (let run = 0; run < runs; run++)
      for (const site of ['composed', 'spa'] as const)
        taps[site].push(await tapMenu(browser, site, { url: `${origins[site]}/`, atMs }));
    const what = `\`/\` a tap on the menu after ${atMs / 1000} s, until the menu is there`;
    rows.push(compare(what, taps.composed, taps.spa));
  }
  return `## Until a page responds\n\n${engine}, 2 device pixels a CSS pixel, median of ${runs}; compared with the single-page app unless a row names another; – never happened; in brackets all runs:\n\n${table(head, rows)}\n`;
}
