import { readAudit, readLive, setCanary } from '@carry/releases';
import type { Browser, Response } from 'playwright/test';
import { liveVersion, openStore, restore } from './support/releases/releases';
import { buildVariant } from './support/releases/variant';
import {
  CANARY_WORDS,
  canaryAt,
  caughtUp,
  readStatus,
  report,
  visit,
} from './support/releases/visits';
import { expect, type Site, test } from './support/site/fixtures';

test('sets no visitor id without a canary', async ({ site }) => {
  expect((await visit(site)).cookie).toBe('');
});

test('keeps its visitors while the share grows', {
  tag: '@full',
}, async ({ page, site }) => {
  const version = await canaryAt(site, 30);
  expect((await page.request.get('/')).headers()['cache-control']).toBe('private, no-cache'); // each visitor's own
  const visitors = await Promise.all(Array.from({ length: 120 }, () => visit(site)));
  const reached = visitors.filter(({ composition }) => composition.includes(version));
  expect(reached.length).toBeGreaterThan(120 * 0.15);
  expect(reached.length).toBeLessThan(120 * 0.48);
  for (const { cookie, composition } of visitors.slice(0, 30)) {
    expect((await visit(site, cookie)).composition).toBe(composition);
  }
  await setCanary(openStore(site), 'mf-booking', { version, percent: 60, why: 'more' });
  await caughtUp(site);
  for (const { cookie } of reached.slice(0, 20))
    expect((await visit(site, cookie)).composition).toContain(version);

  await setCanary(openStore(site), 'mf-booking', { version, percent: 100, why: 'all' });
  await caughtUp(site);
  await page.goto('/');
  await page.getByRole('link', { name: 'Counter-Strike 2' }).last().click();
  await page.getByRole('link', { name: 'Book Now' }).click();
  await expect(page.getByRole('heading', { name: CANARY_WORDS })).toBeVisible();
  await expect(page.locator('[data-remote=mf-booking]')).toHaveAttribute('data-release', version);
  await page.reload();
  await expect(page.getByRole('heading', { name: CANARY_WORDS })).toBeVisible();
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'carry_id');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(300 * 24 * 3600);
  const odd = await fetch(site.urls.site, { headers: { cookie: 'carry_id=x' } });
  expect(odd.headers.get('set-cookie')).toMatch(/^carry_id=[\w-]{22};/);
  await restore(site);
});

test('rolls a failing canary back once, with an audit entry', async ({
  page,
  site,
  expectErrors,
  allowErrors,
  browser,
}) => {
  test.setTimeout(240_000);
  // the address that this test adds to each request, also of calls to the API
  allowErrors(
    "Access to fetch at '/api/reviews/by-coach/1/' from origin '/' has been blocked by CORS policy: Request header field x-forwarded-for is not allowed by Access-Control-Allow-Headers in preflight response.",
    'ERR_FAILED /api/reviews/by-coach/1/',
  );
  expectErrors(
    'Error: boom',
    'React Router caught the following error during render Error: boom',
    // React error of the skeleton that precedes the form
    'exception: Minified React error #422; visit https://react.dev/errors/422 for the full message or use the non-minified dev environment for full errors and additional helpful warnings.',
  );
  const dist = buildVariant('mf-booking', [
    {
      file: 'booking/booking-form.tsx',
      from: 'Book a session',
      to: "{typeof document === 'undefined' ? 'Book a session' : (() => { throw new Error('boom'); })()}",
    },
  ]);
  await site.restart('site', { TRUSTED_PROXIES: '1' });
  const live = await liveVersion(site, 'mf-booking');
  const version = await canaryAt(site, 100, dist);
  for (let opened = 0; opened < 5; opened++) {
    const extraHTTPHeaders = { 'x-forwarded-for': `203.0.${opened}.7` };
    const visitor = await browser.newContext({ baseURL: site.urls.site, extraHTTPHeaders });
    const tab = await visitor.newPage();
    const report = tab.waitForResponse(
      (response) => response.url().endsWith('/_shell/reports') && response.status() === 204,
    );
    await tab.goto('/booking/1');
    await expect(
      tab.getByRole('heading', { name: 'This part of the page could not be loaded' }),
    ).toBeVisible();
    await report;
    await visitor.close();
  }
  const { releases } = await readStatus(site);
  expect(releases).toContainEqual(
    expect.objectContaining({ remote: 'mf-booking', version, render: 5 }),
  );
  const pointer = async () => (await readLive(openStore(site))).remotes['mf-booking'];
  expect((await pointer())?.canary).toMatchObject({ version, percent: 100 });
  for (let used = 0; used < 20; used++) {
    const { view } = await visit(site);
    const own = { remote: 'mf-booking', release: version };
    await report(site, {
      view,
      reports: [{ kind: 'used', ...own }, ...(used < 10 ? [{ kind: 'render', ...own }] : [])],
      from: `198.51.${used}.7`,
    });
  }
  await expect
    .poll(async () => (await pointer())?.canary)
    .toEqual({ version, percent: 0, takenBack: true });
  expect((await pointer())?.version).toBe(live);
  const reverted = async () =>
    (await readAudit(openStore(site), 'mf-booking')).filter(
      ({ action }) => action === 'canary-aborted',
    );
  await expect.poll(reverted).toMatchObject([
    // the audit entry follows the pointer
    {
      who: expect.stringMatching(/^site key /),
      to: version,
      percent: 0,
      why: expect.stringMatching(/it failed on \d+ of \d+ pages/),
    },
  ]);
  await page.goto('/booking/1');
  await expect(page.getByRole('heading', { name: 'Book a session' })).toBeVisible();
  await page.waitForTimeout(1500);
  expect(await reverted()).toHaveLength(1);
  await restore(site);
});

test('counts a hydration mismatch as a failed render', {
  tag: ['@full', '@fault-11.19'],
}, async ({ page, site, expectErrors }) => {
  expectErrors(
    /(Error|exception): Minified React error #418; visit https:\/\/react\.dev\/errors\/418 for the full message or use the non-minified dev environment for full errors and additional helpful warnings\./,
  );
  const dist = buildVariant('mf-booking', [
    {
      file: 'booking/booking-form.tsx',
      from: 'Book a session',
      to: "{typeof document === 'undefined' ? 'Book a session' : 'Book it'}",
    },
  ]);
  const version = await canaryAt(site, 100, dist);
  await page.goto('/booking/1');
  await expect(page.getByRole('heading', { name: 'Book it' })).toBeVisible();
  const found = async () =>
    (await readStatus(site)).releases.find((release) => release.version === version);
  await expect.poll(found, { timeout: 10_000 }).toMatchObject({ used: 1, render: 1 });
  await restore(site);
});

/** Leaves if the page does not respond within this time. */
const PATIENCE_MS = 6000;

/** Opens a page in a browser. Returns its composition, and whether it responded before its visitor left. */
async function openImpatiently(browser: Browser, site: Site, from: string) {
  const visitor = await browser.newContext({ baseURL: site.urls.site });
  await visitor.route(`${site.urls.site}/**`, (route) =>
    route.continue({ headers: { ...route.request().headers(), 'x-forwarded-for': from } }),
  );
  const tab = await visitor.newPage();
  const isReport = (answer: Response) => answer.url().endsWith('/_shell/reports');
  const reported = tab.waitForResponse(isReport).catch(() => null); // it leaves before
  const response = await tab.goto('/booking/1', { waitUntil: 'commit' });
  const answered = await tab
    .waitForSelector('html[data-hydrated]', { state: 'attached', timeout: PATIENCE_MS })
    .then(() => true)
    .catch(() => false);
  if (answered) await reported;
  await visitor.close();
  return { composition: response?.headers()['x-composition'] ?? '', answered };
}

test('ends a canary whose pages visitors abandon', {
  tag: ['@full', '@fault-11.19'],
}, async ({ site, browser, playwright }) => {
  test.setTimeout(300_000);
  const dist = buildVariant('mf-booking', [
    {
      file: 'remote.ts',
      from: 'export default',
      to: "if (typeof document !== 'undefined') for (const end = performance.now() + 60_000; performance.now() < end; );\nexport default",
    },
  ]);
  await site.restart('site', { TRUSTED_PROXIES: '1' });
  const live = await liveVersion(site, 'mf-booking');
  const version = await canaryAt(site, 50, dist);
  const opened = { live: 0, canary: 0 };
  for (let network = 0; opened.live < 2 || opened.canary < 2; network++) {
    const from = `198.51.${network}.7`;
    const { composition, answered } = await openImpatiently(browser, site, from);
    const arm = composition.includes(version) ? 'canary' : 'live';
    expect([arm, answered]).toEqual([arm, arm === 'live']);
    opened[arm]++;
  }
  const readUsed = async (release: string) =>
    (await readStatus(site)).releases.find((one) => one.version === release)?.used ?? 0;
  await expect.poll(() => readUsed(live)).toBe(opened.live);
  expect(await readUsed(version)).toBe(0);

  // more visitors, who do what these did
  const visitLikeThem = async (from: string) => {
    const visitor = await playwright.request.newContext({
      extraHTTPHeaders: { 'x-forwarded-for': from, 'sec-fetch-mode': 'navigate' },
    });
    const page = await visitor.get(`${site.urls.site}/booking/1`);
    const view = /"view":"([^"]+)"/.exec(await page.text())?.[1] ?? '';
    const own = { remote: 'mf-booking', release: live };
    if (!page.headers()['x-composition']?.includes(version))
      await report(site, { view, reports: [{ kind: 'used', ...own }], from });
    await visitor.dispose();
  };
  for (let network = 0; network < 80; network++) await visitLikeThem(`203.0.${network}.7`);
  const canary = async () => (await readLive(openStore(site))).remotes['mf-booking']?.canary;
  expect(await canary()).toMatchObject({ version, percent: 50 }); // each has a minute
  let late = 0;
  await expect
    .poll(
      async () => {
        await visitLikeThem(`192.0.${late++}.7`);
        return canary();
      },
      { timeout: 90_000, intervals: [2000] },
    )
    .toEqual({ version, percent: 0, takenBack: true });
  expect((await readAudit(openStore(site), 'mf-booking')).at(-1)).toMatchObject({
    action: 'canary-aborted',
    why: expect.stringMatching(
      /^its visitors left before it responded on (\d+) of \1 pages.*, the live one on 0 of \d+$/,
    ),
  });
  await restore(site);
});
