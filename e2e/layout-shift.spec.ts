import { setTimeout as sleep } from 'node:timers/promises';
import { launchOptions } from '@carry/releases/gates';
import { demo } from 'api/demo';
import type { Page, Route } from 'playwright';
import { goThere } from './go-there';
import {
  coachPages,
  getTag,
  open,
  openToo,
  sizes,
  unknownPages,
  unknownPagesToo,
} from './support/pages/screens';
import { fillBooking, logIn, newAddress, pickSlot, settled, signIn } from './support/site/actions';
import { addCoach, callAsOperator, lockCoach } from './support/site/coaches';
import { expect, test, withThirdParties } from './support/site/fixtures';

interface Shift {
  sum: number;
  nodes: string[];
}

/** Layout shift score of a late font: wrapped letters, less than a line. */
const TYPEFACE = 0.0015;

const observeShifts = () => {
  const seen = { sum: 0, nodes: [] as string[] };
  Object.assign(globalThis, { layoutShift: seen });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
    })[]) {
      if (entry.hadRecentInput) continue;
      seen.sum += entry.value;
      for (const { node, previousRect, currentRect } of entry.sources) {
        const [from, to] = [previousRect, currentRect].map(({ x, y }) => `${x},${y}`);
        seen.nodes.push(`${node?.nodeName} ${node?.textContent?.slice(0, 30)} ${from} to ${to}`);
      }
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

const readShifts = (page: Page): Promise<Shift> =>
  page.evaluate(() => (globalThis as unknown as { layoutShift: Shift }).layoutShift);

/** Headings below the section of coaches. */
const AFTER_COACHES = { '/': 'How It Works', '/lol': 'Do You Need Coaching?' };

/** Layout shift score of a first visit, whose fonts arrive after the page is painted. */
const COLD_FONTS = 0.01;

/** Pages of a first visit: one of each template, and all games. */
const firstVisit = [...open, '/valorant', '/dota2', '/fortnite'];

/** Opens a page whose fonts arrive after hydration. Resolves when they are shown. */
async function openWithLateFonts(page: Page, path: string): Promise<void> {
  const waiting: Route[] = [];
  let isOpen = false;
  await page.route('**/*.woff2', (route) => {
    if (isOpen) return route.continue();
    waiting.push(route);
  });
  await page.goto(path, { waitUntil: 'commit' });
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length);
  isOpen = true;
  await Promise.all(waiting.map((route) => route.continue()));
  await page.evaluate(() => document.fonts.ready);
  await settled(page);
  await page.unroute('**/*.woff2');
}

/** Longer than a loader waits for its data. */
const LATE_MS = 700;

test('shows the rest of a page when coaches do not arrive', async ({ page }) => {
  await page.goto('/how-it-works');
  await settled(page);
  await page.route(/\/api\/coaches\/\?/, () => {}); // never answered
  for (const [path, name] of Object.entries(AFTER_COACHES)) {
    await goThere(page, path);
    await expect(page.getByRole('heading', { name })).toBeVisible();
  }
});

/** Returns the pages that shift on a first visit. */
async function findFontShifts(page: Page, paths: string[]): Promise<Record<string, string>> {
  await page.addInitScript(observeShifts);
  const shifts: Record<string, string> = {};
  for (const path of paths) {
    await openWithLateFonts(page, path);
    const { sum, nodes } = await readShifts(page);
    if (sum > COLD_FONTS) shifts[path] = `${sum}: ${nodes.join(', ')}`;
  }
  return shifts;
}

for (const width of [390, 360, 768, 1280])
  test(`shifts no layout when fonts arrive late, ${width} px wide`, {
    tag: width === 390 ? [] : '@full',
  }, async ({ page, server, expectErrors }) => {
    expectErrors(...unknownPages(server));
    test.setTimeout(240_000);
    await page.setViewportSize({ width, height: 900 });
    expect(await findFontShifts(page, firstVisit)).toEqual({});
  });

test('shifts no layout of another coach when fonts arrive late', {
  tag: '@ours',
}, async ({ page, site }) => {
  const operator = callAsOperator(site);
  const email = newAddress();
  const id = await addCoach(operator, { email, name: 'Maximilian', rate: 45 });
  try {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findFontShifts(page, [`/booking/${id}`])).toEqual({});
    }
  } finally {
    await lockCoach(operator, email);
  }
});

test('shifts no layout without font hinting when fonts arrive late', {
  tag: '@full',
}, async ({ playwright, site, server, guard, expectErrors }) => {
  expectErrors(...unknownPages(server));
  test.setTimeout(240_000);
  const { args = [], ...options } = launchOptions();
  // Windows, macOS and phones place letters at fractions of a pixel
  const browser = await playwright.chromium.launch({
    ...options,
    args: [...args, '--font-render-hinting=none'],
  });
  try {
    guard.watch(browser);
    const context = await browser.newContext({ baseURL: site.urls.site });
    withThirdParties(context, site);
    const page = await context.newPage();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await findFontShifts(page, firstVisit)).toEqual({});
    }
  } finally {
    await browser.close();
  }
});

for (const size of sizes) {
  test(`shifts no layout when coaches arrive late, ${size.width} px wide`, {
    tag: getTag(size),
  }, async ({ page }) => {
    await page.addInitScript(observeShifts);
    await page.setViewportSize(size);
    const shifts: Record<string, string> = {};
    for (const path of Object.keys(AFTER_COACHES)) {
      await page.goto(path); // the fonts are cached from here on
      await settled(page);
    }
    for (const [path, name] of Object.entries(AFTER_COACHES)) {
      await page.goto('/how-it-works');
      await settled(page);
      await page.route('**/api/**', async (route) => {
        await sleep(LATE_MS);
        await route.fallback();
      });
      const before = await readShifts(page);
      const listed = page.waitForResponse(/\/api\/coaches\/\?/);
      await goThere(page, path);
      await listed;
      await expect(page.getByRole('heading', { name })).toBeVisible();
      await settled(page);
      const { sum, nodes } = await readShifts(page);
      const shown = nodes.slice(before.nodes.length).join(', ');
      if (sum - before.sum > TYPEFACE) shifts[path] = `${sum - before.sum}: ${shown}`;
      await page.unroute('**/api/**');
    }
    expect(shifts).toEqual({});
  });

  test(`shifts no layout when data arrives, ${size.width} px wide`, {
    tag: ['@full', '@extra-14', '@extra-B7'],
  }, async ({ page, server, expectErrors }) => {
    expectErrors(...unknownPages(server), ...unknownPagesToo(server));
    test.setTimeout(240_000);
    await page.addInitScript(observeShifts);
    const shifts: Record<string, string> = {};
    const measure = async (paths: string[]) => {
      await page.setViewportSize(size);
      for (const path of paths) {
        await page.goto(path);
        await settled(page);
        const { sum, nodes } = await readShifts(page);
        if (sum > TYPEFACE) shifts[path] = `${sum}: ${nodes.join(', ')}`;
      }
    };
    await page.goto('/');
    await settled(page); // the fonts are cached from here on
    await measure([...open, ...openToo]);
    await signIn(page);
    await page.goto('/booking/1');
    await fillBooking(page, `still#${size.width}`);
    await pickSlot(page, 4, 4);
    await page.getByRole('button', { name: 'Book Now' }).click();
    await page.getByRole('button', { name: /^Pay/ }).click();
    const claim = page.getByText(/^\/claim \d+$/);
    const number = /\d+/.exec((await claim.textContent()) ?? '')?.[0];
    await measure([page.url(), '/sessions', '/booking/1', '/account']);
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await logIn(page, demo.coach.email, demo.coach.password);
    await measure([
      '/coach-dashboard',
      `/coach/bookings/${number}`,
      '/coach/waiting-list',
      ...Object.keys(coachPages),
    ]);
    expect(shifts).toEqual({});
  });
}
