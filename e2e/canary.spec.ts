import { readAudit, readLive, setCanary } from 'registry';
import { publishRemote } from 'tools/publish-remote';
import { settled } from './actions';
import { expect, type Site, test } from './fixtures';
import { bookingWith, liveVersion, restore, storeOf } from './releases';
import { buildVariant } from './variant';

const WORDS = 'Book your canary session';

interface Visit {
  cookie: string;
  composition: string;
  view: string;
}

/** A page as a new visitor gets it, or as one with a cookie does. */
async function visit(site: Site, cookie = ''): Promise<Visit> {
  const answer = await fetch(`${site.urls.site}/booking/1`, { headers: cookie ? { cookie } : {} });
  const [set = ''] = answer.headers.getSetCookie();
  const view = /"view":"([^"]+)"/.exec(await answer.text())?.[1] ?? '';
  return { cookie: cookie || (set.split(';')[0] ?? ''), composition: answer.headers.get('x-composition') ?? '', view };
}

const report = (site: Site, view: string, reports: object[]) =>
  fetch(`${site.urls.site}/_shell/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ view, reports }),
  });

async function canaryAt(site: Site, percent: number, dist = bookingWith(WORDS)): Promise<string> {
  const { version } = await publishRemote('mf-booking', storeOf(site), 'test', dist, { target: { percent } });
  await caughtUp(site);
  return version;
}

/** Waits until the site serves what the store points to. */
async function caughtUp(site: Site): Promise<void> {
  const revision = async () => ((await (await fetch(`${site.urls.site}/_shell/status`)).json()) as { revision: number }).revision;
  await expect.poll(revision).toBe((await readLive(storeOf(site))).revision);
}

test('without a canary no visitor gets an id', async ({ site }) => {
  expect((await visit(site)).cookie).toBe('');
});

test('a canary reaches its share of the visitors, each for good; a growing share keeps everybody it had', async ({ page, site }) => {
  const version = await canaryAt(site, 30);
  expect((await page.request.get('/')).headers()['cache-control']).toBe('private, no-cache'); // each visitor's own
  const visitors = await Promise.all(Array.from({ length: 120 }, () => visit(site)));
  const reached = visitors.filter(({ composition }) => composition.includes(version));
  expect(reached.length).toBeGreaterThan(120 * 0.15);
  expect(reached.length).toBeLessThan(120 * 0.48);
  for (const { cookie, composition } of visitors.slice(0, 30)) {
    expect((await visit(site, cookie)).composition).toBe(composition);
  }
  await setCanary(storeOf(site), 'mf-booking', version, 60, { why: 'more' });
  await caughtUp(site);
  for (const { cookie } of reached.slice(0, 20)) expect((await visit(site, cookie)).composition).toContain(version);

  // server and browser agree
  await setCanary(storeOf(site), 'mf-booking', version, 100, { why: 'all' });
  await caughtUp(site);
  await page.goto('/');
  await page.getByRole('link', { name: 'Counter-Strike 2' }).last().click();
  await page.getByRole('link', { name: 'Book Now' }).click();
  await expect(page.getByRole('heading', { name: WORDS })).toBeVisible();
  await expect(page.locator('[data-remote=mf-booking]')).toHaveAttribute('data-release', version);
  await page.reload();
  await expect(page.getByRole('heading', { name: WORDS })).toBeVisible();
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'carry_id');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax' });
  expect((cookie?.expires ?? 0) - Date.now() / 1000).toBeGreaterThan(300 * 24 * 3600); // over visits
  const odd = await fetch(site.urls.site, { headers: { cookie: 'carry_id=x' } });
  expect(odd.headers.get('set-cookie')).toMatch(/^carry_id=[\w-]{22};/); // not one of ours: a new one
  await restore(site);
});

test('a canary that fails in browsers is taken back by itself, once, with an audit entry', async ({
  page,
  site,
  expectErrors,
  browser,
}) => {
  expectErrors(/boom/);
  const dist = buildVariant('mf-booking', 'canary-throws', [
    {
      file: 'booking/booking-form.tsx',
      from: 'Book a session',
      to: "{typeof document === 'undefined' ? 'Book a session' : (() => { throw new Error('boom'); })()}",
    },
  ]);
  const live = await liveVersion(site, 'mf-booking');
  const version = await canaryAt(site, 100, dist);
  for (let opened = 0; opened < 5; opened++) {
    const visitor = await browser.newContext({ baseURL: site.urls.site });
    const tab = await visitor.newPage();
    const told = tab.waitForResponse((response) => response.url().endsWith('/_shell/reports') && response.status() === 204);
    await tab.goto('/booking/1');
    await expect(tab.getByRole('heading', { name: 'This part of the page could not be loaded' })).toBeVisible();
    await told;
    await visitor.close();
  }
  const { releases } = (await (await fetch(`${site.urls.site}/_shell/status`)).json()) as { releases: object[] };
  expect(releases).toContainEqual(expect.objectContaining({ remote: 'mf-booking', version, render: 5 }));
  const pointer = async () => (await readLive(storeOf(site))).remotes['mf-booking'];
  expect((await pointer())?.canary).toMatchObject({ version, percent: 100 }); // five of five are too few to judge
  for (let used = 0; used < 20; used++) {
    const { view } = await visit(site);
    const own = { remote: 'mf-booking', release: version };
    await report(site, view, [{ kind: 'used', ...own }, ...(used < 10 ? [{ kind: 'render', ...own }] : [])]);
  }
  await expect.poll(async () => (await pointer())?.canary).toEqual({ version, percent: 0, takenBack: true });
  expect((await pointer())?.version).toBe(live);
  const entries = (await readAudit(storeOf(site), 'mf-booking')).filter(({ action }) => action === 'take-back');
  expect(entries).toMatchObject([{ who: 'shell', to: version, percent: 0, why: expect.stringMatching(/it failed on \d+ of \d+ pages/) }]);
  await page.goto('/booking/1');
  await expect(page.getByRole('heading', { name: 'Book a session' })).toBeVisible();
  await page.waitForTimeout(1500);
  expect((await readAudit(storeOf(site), 'mf-booking')).filter(({ action }) => action === 'take-back')).toHaveLength(1);
  await restore(site);
});

test('reports: only of pages that this site made, small, few, well-formed; anything else is refused', async ({ site }) => {
  await site.restart('site'); // with counts of its own
  const { view } = await visit(site);
  const own = { remote: 'mf-booking', release: await liveVersion(site, 'mf-booking') };
  const status = async (answer: Promise<Response>) => (await answer).status;
  expect(
    await status(
      report(site, view, [
        { kind: 'used', ...own },
        { kind: 'vital', ...own, metric: 'LCP', value: 812.5 },
      ]),
    ),
  ).toBe(204);
  expect(await status(report(site, `${view}x`, [{ kind: 'used', ...own }]))).toBe(400);
  expect(await status(report(site, 'made.up', [{ kind: 'used', ...own }]))).toBe(400);
  expect(await status(report(site, view, [{ kind: 'password', ...own }]))).toBe(400);
  expect(await status(report(site, view, [{ kind: 'used', remote: '../x', release: 'y' }]))).toBe(400);
  expect(
    await status(
      report(
        site,
        view,
        Array.from({ length: 31 }, () => ({ kind: 'used', ...own })),
      ),
    ),
  ).toBe(400);
  const post = (body: string) => fetch(`${site.urls.site}/_shell/reports`, { method: 'POST', body });
  expect(await status(post('not json'))).toBe(400);
  expect(await status(post('x'.repeat(9000)))).toBe(413);
  const many = await Promise.all(Array.from({ length: 620 }, () => status(report(site, view, []))));
  expect(many).toContain(429);
  const { releases } = (await (await fetch(`${site.urls.site}/_shell/status`)).json()) as {
    releases: { remote: string; used: number; vitals: object }[];
  };
  expect(releases.find(({ remote }) => remote === 'mf-booking')).toMatchObject({ used: 1, vitals: { LCP: { mean: 812.5, count: 1 } } });
});

test('REPORTS_SHARE thins the reports out, and a canary gets all of them', async ({ page, site }) => {
  await site.restart('site', { REPORTS_SHARE: '0' });
  const used = async () => {
    const { releases } = (await (await fetch(`${site.urls.site}/_shell/status`)).json()) as { releases: { used: number }[] };
    return releases.reduce((sum, release) => sum + release.used, 0);
  };
  const look = async () => {
    await page.goto('/booking/1');
    await settled(page);
    await page.goto('/cs2'); // what is left to say goes out when a page is left
    await settled(page);
  };
  await look();
  expect(await used()).toBe(0);
  await canaryAt(site, 1);
  await look();
  await expect.poll(used).toBeGreaterThan(0);
  await restore(site);
});

test('a page tells its web vitals and what nobody caught, each with the release, and nothing of the visitor', async ({
  page,
  site,
  expectErrors,
}) => {
  expectErrors(/boom/);
  await site.restart('site', { REPORTS_SHARE: '1' });
  const dist = buildVariant('mf-booking', 'rejects', [
    {
      file: 'booking/booking-form.tsx',
      from: 'Book a session',
      to: "{(typeof document === 'undefined' || (location.search === '?throw' ? setTimeout(() => { throw new Error('boom'); }) : Promise.reject(new Error('boom')))) && 'Book a session'}",
    },
  ]);
  const { version } = await publishRemote('mf-booking', storeOf(site), 'test', dist);
  await expect.poll(async () => (await fetch(site.urls.site)).headers.get('x-composition')).toContain(version);
  const bodies: string[] = [];
  page.on('request', (request) => request.url().endsWith('/_shell/reports') && bodies.push(request.postData() ?? ''));
  await page.goto('/booking/1?name=kim');
  await settled(page);
  await page.evaluate(() => {
    const shift = () => document.body.prepend(Object.assign(document.createElement('p'), { textContent: 'late', style: 'height: 150px' }));
    addEventListener('click', () => {
      for (const end = performance.now() + 120; performance.now() < end; );
      shift(); // the visitor's own doing
    });
    Object.assign(globalThis, { shift, shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput)
          Object.assign(globalThis, { shifted: (globalThis as never as { shifted: number }).shifted + entry.value });
    }).observe({ type: 'layout-shift' });
  });
  await page.waitForTimeout(700); // a shift soon after an input would be the visitor's own, too
  for (const _ of [1, 2]) {
    await page.evaluate(() => (globalThis as never as { shift(): void }).shift());
    await page.waitForTimeout(200);
  }
  const shifted = await page.evaluate(() => (globalThis as never as { shifted: number }).shifted);
  await page.getByRole('heading', { name: 'Book a session' }).click();
  await page.waitForTimeout(300);
  await page.goto('/cs2');

  const find = async () => {
    const { releases } = (await (await fetch(`${site.urls.site}/_shell/status`)).json()) as {
      releases: { version: string; vitals: Record<string, { mean: number; count: number }>; used: number; rejection: number }[];
    };
    return releases.find((release) => release.version === version);
  };
  await expect.poll(async () => Object.keys((await find())?.vitals ?? {}).sort()).toEqual(['CLS', 'FCP', 'INP', 'LCP', 'TTFB']);
  const found = await find();
  expect(found).toMatchObject({ used: 1, rejection: 1 });
  const { TTFB, FCP, LCP, INP, CLS } = Object.fromEntries(Object.entries(found?.vitals ?? {}).map(([name, { mean }]) => [name, mean]));
  expect(TTFB).toBeGreaterThan(0);
  expect(FCP).toBeGreaterThanOrEqual(TTFB as number);
  expect(LCP).toBeGreaterThanOrEqual(FCP as number);
  expect(INP).toBeGreaterThanOrEqual(120);
  expect(shifted).toBeGreaterThan(0.05);
  expect(CLS).toBeCloseTo(shifted, 2);
  const told = bodies.map((body) => JSON.parse(body) as { view: string; reports: object[] });
  for (const report of told) expect(Object.keys(report).sort()).toEqual(['reports', 'view']);
  const known = ['kind', 'metric', 'phase', 'release', 'remote', 'value'];
  expect(told.flatMap(({ reports }) => reports.flatMap(Object.keys)).filter((key) => !known.includes(key))).toEqual([]);
  expect(bodies.join()).not.toMatch(/kim|boom|http/);
  await page.goto('/booking/1?throw');
  await settled(page);
  await page.goto('/cs2');
  await expect.poll(async () => (await find())?.rejection).toBe(2); // an exception that nobody caught, too
  await restore(site);
});
