// Browsers without a time zone, storage, a clipboard or scripts, and with a notch.

import { demo } from 'api/demo';
import type { Page } from 'playwright/test';
import { daysLoaded, fillBooking, logIn, pickSlot, signIn } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

function handOverLess(zone: string | null): void {
  const { resolvedOptions } = Intl.DateTimeFormat.prototype;
  Intl.DateTimeFormat.prototype.resolvedOptions = function resolved() {
    return { ...resolvedOptions.call(this), timeZone: zone ?? undefined } as never;
  };
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
  for (const storage of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, storage, { get: refuse });
  Object.defineProperty(navigator, 'locks', { value: { request: refuse, query: refuse } });
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
  Object.defineProperty(navigator, 'language', { value: 'x-klingon' });
  Object.defineProperty(crypto, 'randomUUID', { value: undefined });
}

async function book(page: Page): Promise<void> {
  await fillBooking(page, `zone-${Date.now()}#1`);
  await pickSlot(page, 3, 1);
}

for (const zone of ['Etc/Unknown', 'Not/AZone', null])
  test(`books without storage in ${zone}`, { tag: '@fault-K7' }, async ({
    page,
    context,
    site,
    server,
  }) => {
    await context.addInitScript(handOverLess, zone);
    await page.goto('/booking/1');
    await daysLoaded(page);
    const summary = page.getByRole('complementary', { name: 'Your booking' });
    await pickSlot(page, 3, 1);
    await expect(summary).toContainText('UTC');
    await page.getByRole('link', { name: 'Login' }).first().click();
    await signIn(page);
    // without storage the session lasts for one document
    await page.getByRole('button', { name: 'My Sessions' }).click();
    await expect(page.getByRole('heading', { name: 'My Sessions' })).toBeVisible();
    await page.locator('footer a[href="/cs2"]').click();
    await page.getByRole('link', { name: 'Book Now' }).first().click();
    await book(page);
    const ordered = page.waitForRequest('**/api/create-booking/');
    await page.getByRole('button', { name: 'Book Now' }).click();
    if (server === 'ours')
      expect((await ordered).postDataJSON()).toMatchObject({ time_zone: 'UTC' });
    await page.waitForURL((url) => url.origin !== site.urls.site);
  });

test('shows UTC in a browser without a zone', async ({ browser, site, guard }) => {
  const chromium = await browser.browserType().launch({
    ...(test.info().project.use.launchOptions ?? {}),
    env: { ...process.env, TZ: 'UTC0' } as Record<string, string>,
  });
  guard.watch(chromium);
  try {
    const page = await chromium.newPage({
      baseURL: site.urls.site,
      timezoneId: undefined as never,
    });
    await page.goto('/booking/1');
    await daysLoaded(page);
    await expect(page.getByRole('main')).toContainText('UTC (GMT+00:00)');
  } finally {
    await chromium.close();
  }
});

test('asks for scripts on pages that need them', async ({ browser, site }) => {
  const context = await browser.newContext({
    baseURL: site.urls.site,
    javaScriptEnabled: false,
  });
  const page = await context.newPage();
  for (const path of ['/login', '/register', '/forgot-password', '/booking/1', '/lol']) {
    await page.goto(path, { waitUntil: 'load' }); // it never hydrates
    await expect(page.locator('form noscript p').first()).toBeVisible();
    await expect(page.locator('form noscript p').first()).toHaveText(
      /^This form needs JavaScript\./,
    );
  }
  for (const path of ['/account', '/sessions', '/coach-dashboard']) {
    await page.goto(path, { waitUntil: 'load' }); // it never hydrates
    await expect(page.locator('body > noscript p')).toBeVisible();
    await expect(page.locator('body > noscript p')).toHaveText(/^This page needs JavaScript\./);
  }
  await page.goto('/', { waitUntil: 'load' });
  await expect(page.locator('noscript')).toHaveCount(0);
  await context.close();
});

test('keeps fields large enough to avoid zoom on phones', { tag: ['@ours'] }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const small = async (path: string) => {
    await page.goto(path);
    await expect(page.locator('input:visible, select:visible').first()).toBeVisible();
    return page.evaluate(() =>
      [...document.querySelectorAll('input, select, textarea')]
        .filter(
          (field) => field.checkVisibility() && !field.matches('[type=radio], [type=checkbox]'),
        )
        .filter((field) => Number.parseFloat(getComputedStyle(field).fontSize) < 16)
        .map(({ id }) => id),
    );
  };
  for (const path of ['/login', '/register', '/booking/1', '/lol', '/coaches', '/become-a-coach'])
    expect(await small(path), path).toEqual([]);
  await logIn(page, demo.coach.email, demo.coach.password);
  for (const path of ['/account', '/coach-dashboard', '/coach/availability', '/coach/profile'])
    expect(await small(path), path).toEqual([]);
});

test('keeps content out of the notch in landscape', { tag: ['@ours'] }, async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  const devtools = await page.context().newCDPSession(page);
  const insets = { left: 59, leftMax: 59, right: 59, rightMax: 59 };
  await devtools.send('Emulation.setSafeAreaInsetsOverride' as never, { insets } as never);
  await logIn(page, demo.coach.email, demo.coach.password);
  for (const path of ['/', '/cs2', '/booking/1', '/coaches', '/account', '/coach/profile']) {
    await page.goto(path);
    await page.locator('main h2').first().waitFor();
    const lefts = await page.evaluate(() =>
      [...document.querySelectorAll('header a, main h1, main h2, main p, footer a')]
        .filter((element) => element.checkVisibility())
        .map((element) => element.getBoundingClientRect())
        .filter(({ width, height }) => width > 1 && height > 1)
        .flatMap(({ left, right }) => [left, innerWidth - right]),
    );
    expect(Math.min(...lefts), path).toBeGreaterThanOrEqual(59);
  }
});
