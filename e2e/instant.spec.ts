import { findBrowser, launchOptions } from '@carry/releases/gates';
import type { Page } from 'playwright/test';
import { settled } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

const asked = (page: Page, remote: string) =>
  page.evaluate(
    (folder) =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes(folder)).length,
    `/remotes/${remote}/`,
  );

test('prefetches visible links when idle without running them', async ({ page, site }) => {
  test.skip(
    site.server === 'second',
    "the fakes of this server's third parties turn the cache off",
  );
  await page.goto('/');
  const files = (kind: string) =>
    page.evaluate(
      (kind) =>
        (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
          .filter(
            ({ name, initiatorType }) =>
              /mf-account.*(Entry|expose|route)/.test(name) && initiatorType === kind,
          )
          .map(({ name, transferSize }) => ({ file: name.split('/').at(-1), transferSize })),
      kind,
    );
  await expect
    .poll(async () => (await files('fetch')).map(({ file }) => file))
    .toContainEqual(expect.stringMatching(/^route-login\..*js$/));
  await settled(page);
  expect(await page.evaluate(() => 'mf_account' in globalThis)).toBe(false);
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('header a[href="/login"]')?.click(),
  );
  await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused();
  const run = await files('script');
  expect(run.length).toBeGreaterThan(2);
  expect(run.filter(({ transferSize }) => transferSize > 0)).toEqual([]);
});

test('prefetches links of the page before those of the header', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/cs2');
  const [book] = await page.locator('main a[href="/booking/1"]').all();
  const { y = 0 } = (await book?.boundingBox()) ?? {};
  await page.setViewportSize({ width: 390, height: Math.floor(y) - 20 });
  await page.reload();
  const fetched = () =>
    page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ initiatorType }) => initiatorType === 'fetch')
        .map(({ name }) => /route-(booking|login|home)\.[^/]*js$/.exec(name)?.[1])
        .filter(Boolean),
    );
  await expect.poll(fetched).toContain('login');
  expect((await fetched())[0]).toBe('booking');
  const began = (file: RegExp) =>
    page.evaluate(
      (source) =>
        performance.getEntriesByType('resource').find(({ name }) => new RegExp(source).test(name))
          ?.startTime,
      file.source,
    );
  expect(await began(/_shell\/composition/)).toBeLessThan(Number(await began(/\/idle\.\w+\.js/)));
});

test('prefetches nothing under Save-Data before intent', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.goto('/');
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /\/idle\.\w+\.js/.test(name)),
  );
  await page.waitForTimeout(1500);
  expect(await asked(page, 'mf-account')).toBe(0);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeFocused();
});

test('responds to a click at once on a slow page', async ({ page }) => {
  await page.goto('/cs2');
  await settled(page);
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(/remotes\/mf-booking\/.*remoteEntry/, async (route) => {
    await held;
    await route.continue();
  });
  const frames = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const line = () => document.querySelector('[class*=frame-progress], [class*=progress]');
        document.querySelector<HTMLElement>('main a[href="/booking/1"]')?.click();
        let frames = 0;
        const look = () => {
          frames += 1;
          if (line()) resolve(frames);
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
  expect(frames).toBeLessThanOrEqual(6); // 100 ms at 60 Hz; frames, because a busy machine delays the timer
  go();
  await expect(page.getByRole('heading', { level: 1, name: 'Nova' })).toBeVisible();
  await expect(page.locator('[class*=progress]')).toHaveCount(0);
});

test('renders formatted text in the first frame after a hover', async ({ page }) => {
  await page.goto('/cs2');
  await settled(page);
  const link = page.getByRole('main').getByRole('link', { name: 'Book Now' }).first();
  await link.hover();
  const readAhead = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => /\/api\/(coaches|reviews)|mf-booking.*\.js$/.exec(name)?.[0])
        .filter(Boolean),
    );
  await expect.poll(async () => (await readAhead()).join()).toContain('reviews');
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(300);
  const words = await link.evaluate(
    (link: HTMLElement) =>
      new Promise<string>((resolve) => {
        link.click();
        const look = () => {
          const words = document.querySelector('h1')?.closest('section');
          if (document.querySelector('h1')?.textContent === 'Nova') resolve(words?.innerHTML ?? '');
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  expect(words).toContain('<strong>Nova</strong>');
  expect(words).not.toContain('**');
});

test('keeps a link under the pointer while the code behind it loads', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await settled(page);
  const link = page.getByRole('main').getByRole('link', { name: 'How a session works' });
  await link.scrollIntoViewIfNeeded();
  const before = await link.boundingBox();
  await link.hover();
  const loaded = () => page.locator('link[rel=stylesheet][href*="route-how-it-works"]').count();
  await expect.poll(loaded).toBe(1);
  await page.waitForTimeout(200); // applies the sheet
  expect(await link.boundingBox()).toEqual(before);
});

test('restores every public page from the back-forward cache', async ({
  playwright,
  site,
  guard,
  allowErrors,
}) => {
  allowErrors('404 /favicon.ico');
  test.skip(!findBrowser({ whole: true }), 'the headless shell keeps no pages to go back to');
  test.skip(site.server === 'second', 'this browser would load the real captcha of this server');
  const browser = await playwright.chromium.launch({
    ...launchOptions({ whole: true }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  guard.watch(browser);
  const page = await browser.newPage({ baseURL: site.urls.site });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Page.enable');
  const reasons: string[] = [];
  devtools.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason)),
  );
  for (const path of ['/', '/cs2', '/booking/1', '/login', '/how-it-works', '/terms']) {
    await page.goto(path);
    await settled(page);
    await page.evaluate(() => {
      scrollTo(0, 300);
      Object.assign(globalThis, { left: scrollY });
    });
    await page.goto(`${site.urls.api}/healthz`);
    await page.evaluate(() => void setTimeout(() => history.back())); // goBack waits for a load event, which a cached page never fires
    await expect(page.getByRole('contentinfo')).toBeVisible();
    const [left, now] = await page.evaluate(() => [Reflect.get(globalThis, 'left'), scrollY]);
    expect({ path, reasons, left }).toEqual({ path, reasons: [], left: now });
  }
  await browser.close();
});
