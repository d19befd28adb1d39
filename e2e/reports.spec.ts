import { publishRemote } from 'workspace/publish-remote';
import { liveVersion, openStore, restore } from './support/releases/releases';
import { buildVariant } from './support/releases/variant';
import { canaryAt, readStatus, report, visit } from './support/releases/visits';
import { settled } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

test('accepts only small, valid, rate-limited reports of issued pages', async ({ site }) => {
  await site.restart('site'); // resets the rate limits
  const { view } = await visit(site);
  const own = { remote: 'mf-booking', release: await liveVersion(site, 'mf-booking') };
  const status = async (answer: Promise<Response>) => (await answer).status;
  expect(
    await status(
      report(site, {
        view,
        reports: [
          { kind: 'used', ...own },
          { kind: 'vital', ...own, metric: 'LCP', value: 812.5 },
        ],
      }),
    ),
  ).toBe(204);
  expect(
    await status(report(site, { view: `${view}x`, reports: [{ kind: 'used', ...own }] })),
  ).toBe(400);
  expect(await status(report(site, { view: 'made.up', reports: [{ kind: 'used', ...own }] }))).toBe(
    400,
  );
  expect(await status(report(site, { view, reports: [{ kind: 'password', ...own }] }))).toBe(400);
  expect(
    await status(report(site, { view, reports: [{ kind: 'used', remote: '../x', release: 'y' }] })),
  ).toBe(400);
  expect(
    await status(
      report(site, { view, reports: Array.from({ length: 31 }, () => ({ kind: 'used', ...own })) }),
    ),
  ).toBe(400);
  const post = (body: string) =>
    fetch(`${site.urls.site}/_shell/reports`, { method: 'POST', body });
  expect(await status(post('not json'))).toBe(400);
  expect(await status(post('x'.repeat(9000)))).toBe(413);
  const many = () =>
    Promise.all(Array.from({ length: 620 }, () => status(report(site, { view, reports: [] }))));
  // twice, in case the rate limit's minute started in between
  expect([...(await many()), ...(await many())]).toContain(429);
  const { releases } = await readStatus(site);
  expect(releases.find(({ remote }) => remote === 'mf-booking')).toMatchObject({
    used: 1,
    vitals: { LCP: { mean: 812.5, count: 1 } },
  });
  await site.restart('site'); // the next tests start below the rate limit
});

test('samples reports by REPORTS_SHARE except for a canary', {
  tag: '@full',
}, async ({ page, site }) => {
  await site.restart('site', { REPORTS_SHARE: '0' });
  const used = async () => {
    const { releases } = await readStatus(site);
    return releases.reduce((sum, release) => sum + release.used, 0);
  };
  const look = async () => {
    await page.goto('/booking/1');
    await settled(page);
    await page.goto('/cs2'); // remaining reports are sent on unload
    await settled(page);
  };
  await look();
  expect(await used()).toBe(0);
  await canaryAt(site, 1);
  await look();
  await expect.poll(used).toBeGreaterThan(0);
  await restore(site);
});

test('reports web vitals and uncaught errors without personal data', {
  tag: '@full',
}, async ({ page, site, expectErrors }) => {
  expectErrors('exception: boom');
  await site.restart('site', { REPORTS_SHARE: '1' });
  const dist = buildVariant('mf-booking', [
    {
      file: 'booking/booking-form.tsx',
      from: 'Book a session',
      to: "{(typeof document === 'undefined' || (location.search === '?block' ? (() => { while (performance.now() < 3000); return true; })() : location.search === '?throw' ? setTimeout(() => { throw new Error('boom'); }) : Promise.reject(new Error('boom')))) && 'Book a session'}",
    },
  ]);
  const { version } = await publishRemote('mf-booking', openStore(site), { why: 'test', dist });
  await expect
    .poll(async () => (await fetch(site.urls.site)).headers.get('x-composition'))
    .toContain(version);
  const bodies: string[] = [];
  page.on(
    'request',
    (request) => request.url().endsWith('/_shell/reports') && bodies.push(request.postData() ?? ''),
  );
  await page.goto('/booking/1?name=kim');
  await settled(page);
  await page.evaluate(() => {
    const shift = () =>
      document.body.prepend(
        Object.assign(document.createElement('p'), { textContent: 'late', style: 'height: 150px' }),
      );
    addEventListener('click', () => {
      for (const end = performance.now() + 120; performance.now() < end; );
      shift();
    });
    Object.assign(globalThis, { shift, shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput)
          Object.assign(globalThis, {
            shifted: (globalThis as never as { shifted: number }).shifted + entry.value,
          });
    }).observe({ type: 'layout-shift' });
  });
  await page.waitForTimeout(700); // shifts right after input do not count
  for (const _ of [1, 2]) {
    await page.evaluate(() => (globalThis as never as { shift(): void }).shift());
    await page.waitForTimeout(200);
  }
  const shifted = await page.evaluate(() => (globalThis as never as { shifted: number }).shifted);
  await page.getByRole('heading', { name: 'Book a session' }).click();
  await page.waitForTimeout(300);
  await page.goto('/cs2');

  const find = async () => {
    const { releases } = await readStatus(site);
    return releases.find((release) => release.version === version);
  };
  await expect
    .poll(async () => Object.keys((await find())?.vitals ?? {}).sort())
    .toEqual(['CLS', 'FCP', 'INP', 'LCP', 'TBT', 'TTFB', 'TTI']);
  const found = await find();
  expect(found).toMatchObject({ used: 1, rejection: 1 });
  const { TTFB, FCP, LCP, INP, CLS, TTI } = Object.fromEntries(
    Object.entries(found?.vitals ?? {}).map(([name, { mean }]) => [name, mean]),
  );
  expect(TTFB).toBeGreaterThan(0);
  expect(FCP).toBeGreaterThanOrEqual(TTFB as number);
  expect(LCP).toBeGreaterThanOrEqual(FCP as number);
  expect(TTI).toBeGreaterThan(FCP as number);
  expect(INP).toBeGreaterThanOrEqual(120);
  expect(shifted).toBeGreaterThan(0.05);
  expect(CLS).toBeCloseTo(shifted, 2);
  const reports = bodies.map((body) => JSON.parse(body) as { view: string; reports: object[] });
  for (const report of reports) expect(Object.keys(report).sort()).toEqual(['reports', 'view']);
  const known = ['kind', 'metric', 'phase', 'release', 'remote', 'route', 'value'];
  expect(
    reports
      .flatMap(({ reports }) => reports.flatMap(Object.keys))
      .filter((key) => !known.includes(key)),
  ).toEqual([]);
  expect(bodies.join()).not.toMatch(/kim|boom|http/);
  await page.goto('/booking/1?throw');
  await settled(page);
  await page.goto('/cs2');
  await expect.poll(async () => (await find())?.rejection).toBe(2);
  await expect.poll(async () => (await find())?.vitals['TTI']?.count).toBe(2);
  const addUp = ({ count = 0, mean = 0 } = {}) => count * mean;
  const before = addUp((await find())?.vitals['TTI']);
  await page.goto('/booking/1?block');
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/idle.')),
  );
  await page.waitForTimeout(300);
  await page.goto('/cs2');
  await expect.poll(async () => (await find())?.vitals['TTI']?.count).toBe(3);
  expect(addUp((await find())?.vitals['TTI']) - before).toBeGreaterThan(3000);
  await restore(site);
});
