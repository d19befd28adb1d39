import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { askLocally } from '@carry/releases';
import { root } from 'workspace';
import { startProxy } from './support/fleet/front-proxy';
import { getSocket } from './support/releases/visits';
import { settled } from './support/site/actions';
import { expect, type Site, test } from './support/site/fixtures';

/** Costs of a page that do not depend on the machine. */
interface PageCost {
  /** Gzip bytes of the HTML with its inline styles. */
  html: number;
  requests: number;
  /** Server renders for two visitors in sequence. */
  renders: number;
  /** API calls during a render. */
  reads: number;
}

const budgets = JSON.parse(readFileSync(path.join(root, 'tools/bench/budgets.json'), 'utf8')) as {
  pages: Record<string, PageCost>;
};
/** Ratio. Ids, versions and times change the size of a page. */
const HTML_TOLERANCE = 1.05;

const readRenders = async (site: Site) => {
  const { pageCache } = JSON.parse((await askLocally(getSocket(site), '/_shell/status')).text) as {
    pageCache: { miss: number };
  };
  return pageCache.miss;
};

/** Waits until every remote renders: on a busy machine the first render misses its deadline. */
const rendersEachRemote = (site: Site) =>
  expect(async () => {
    const before = await readRenders(site);
    for (const path of ['/lol', '/booking-cancelled', '/register'])
      await fetch(site.urls.site + path);
    expect(before).toBeGreaterThan(0);
    expect(await readRenders(site)).toBe(before);
  }).toPass({ timeout: 20_000 });

function filesIn(html: string): number {
  const elements = html.match(
    /<script [^>]*src=[^>]*>|<link [^>]*rel="(stylesheet|preload)"[^>]*>|<img [^>]*>/g,
  );
  const files = (elements ?? [])
    .filter((element) => !element.includes('loading="lazy"'))
    .flatMap((element) => / (?:src|href)="([^"]+)"/.exec(element)?.[1] ?? []);
  return new Set(files).size;
}

test('keeps every page within its budget @ours', async ({ site }) => {
  const reads: string[] = [];
  const api = await startProxy(site.urls.api, {
    body(path, text) {
      if (!path.startsWith('/api/revisions')) reads.push(path);
      return text;
    },
  });
  await site.restart('site', { API_URL: api.url });
  await rendersEachRemote(site);
  const costs: Record<string, PageCost> = {};
  try {
    for (const path of ['/', '/cs2', '/booking/1', '/login', '/how-it-works', '/terms']) {
      const before = await readRenders(site);
      reads.length = 0;
      const html = await (await fetch(site.urls.site + path)).text();
      await fetch(site.urls.site + path);
      costs[path] = {
        html: gzipSync(html).length,
        requests: 1 + filesIn(html),
        renders: (await readRenders(site)) - before,
        reads: reads.length,
      };
    }
  } finally {
    await site.restart('site');
    await api.stop();
  }
  const heavier = Object.entries(costs).flatMap(([path, cost]) =>
    (Object.keys(cost) as (keyof PageCost)[])
      .filter((what) => {
        const budget = budgets.pages[path]?.[what] ?? 0;
        return cost[what] > (what === 'html' ? budget * HTML_TOLERANCE : budget);
      })
      .map((what) => `${path}: ${what} ${cost[what]}, not ${budgets.pages[path]?.[what]}`),
  );
  expect(heavier, `tools/bench/budgets.json: ${JSON.stringify(costs)}`).toEqual([]);
});

test('skips a drawing that does not fit a phone', {
  tag: ['@extra-x13'],
}, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const scenes = () => asked.filter((path) => /\/climb\.\w+\.svg$/.test(path));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/login');
  await settled(page);
  expect(scenes()).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 844 });
  await expect.poll(scenes).toHaveLength(1);
});
