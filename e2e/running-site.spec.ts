import { readdirSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { askLocally, lock, promote, readLive, rollback } from '@carry/releases';
import { numbered, release } from '@carry/releases/testing';
import type { Page } from 'playwright/test';
import { publishRemote } from 'workspace/publish-remote';
import {
  bookingWith,
  FAILED,
  liveVersion,
  openStore,
  publishBooking,
  restore,
  waitForRelease,
  webFolder,
} from './support/releases/releases';
import { buildVariant } from './support/releases/variant';
import { getSocket, readStatus } from './support/releases/visits';
import { expect, test } from './support/site/fixtures';

const CHANGED = 'Book your next session';
const HEADING = 'Book a session';

test('rolls a running site back within two seconds', async ({ page, site }) => {
  const first = await liveVersion(site, 'mf-booking');
  await publishBooking(site, CHANGED);
  await expect.poll(async () => (await page.request.get('/booking/1')).text()).toContain(CHANGED);
  const started = Date.now();
  await rollback(openStore(site), 'mf-booking', { why: 'test' });
  await waitForRelease(site, first);
  expect(Date.now() - started).toBeLessThan(6000);
  await page.goto('/booking/1');
  await expect(page.getByRole('heading', { name: HEADING })).toBeVisible();
  await restore(site);
});

test('serves the last good set without the store, across a restart', async ({ page, site }) => {
  const version = await liveVersion(site, 'mf-booking');
  await rename(site.store, `${site.store}.gone`);
  await page.waitForTimeout(700);
  for (const restarted of [false, true]) {
    if (restarted) await site.restart('site');
    await page.goto('/booking/1');
    await expect(page.getByRole('heading', { name: HEADING })).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    expect((await page.request.get('/booking/1')).headers()['x-composition']).toContain(version);
  }
  expect(site.lines.join('\n')).toMatch(/cannot read the release store, serving the last good set/);
  await rename(`${site.store}.gone`, site.store);
  const changed = await publishBooking(site, CHANGED);
  await waitForRelease(site, changed);
  await restore(site);
});

test('rolls back locally while the store is read-only', {
  tag: '@full',
}, async ({ page, site }) => {
  const before = await liveVersion(site, 'mf-booking');
  await site.services.site.stop();
  const damaged = await publishBooking(site, CHANGED);
  await rm(path.join(site.store, 'mf-booking', damaged, 'server/remote.cjs'));
  const store = openStore(site);
  await lock(store, 'mf-booking', { why: 'nobody may change it', who: 'kim' });
  await site.restart('site');
  await expect
    .poll(async () => (await page.request.get('/')).headers()['x-composition'])
    .toContain(`mf-booking@${before}`);
  await expect
    .poll(async () => (await readStatus(site)).deviations)
    .toMatchObject([{ remote: 'mf-booking', wanted: damaged, serving: before }]);
  expect((await readLive(store)).remotes['mf-booking']?.version).toBe(damaged);
  await restore(site);
});

async function holdComposition(page: Page): Promise<() => void> {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(/_shell\/composition/, async (route) => {
    await held;
    await route.continue();
  });
  return letGo;
}

test('keeps the releases of an open tab until the next load', {
  tag: ['@fault-B2'],
}, async ({ page, site }) => {
  const store = openStore(site);
  const changed = await publishBooking(site, CHANGED);
  await waitForRelease(site, changed); // otherwise the site may still apply it after the rollback
  const { remotes } = await rollback(store, 'mf-booking', { why: 'test' });
  await waitForRelease(site, remotes['mf-booking']?.version ?? '');
  const letGo = await holdComposition(page);
  await page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal; // on a busy machine, the promotion takes longer
  });
  await page.goto('/');
  await promote(store, 'mf-booking', { version: changed, why: 'test' });
  await waitForRelease(site, changed);
  letGo();
  await page.getByRole('link', { name: 'Counter-Strike 2' }).last().click();
  await page.getByRole('link', { name: 'Book Now' }).click();
  await expect(page.getByRole('heading', { name: HEADING })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: CHANGED })).toBeVisible();
  await restore(site);
});

test('never mixes two releases of a remote in one page', {
  tag: '@full',
}, async ({ page, site, allowErrors }) => {
  const forgotten = '/_shell/composition/\\w+[.]json';
  allowErrors(
    new RegExp(`404 ${forgotten}`),
    new RegExp(`integrity ${forgotten}`),
    new RegExp(`Fetch API cannot load ${forgotten}[.] SRI's integrity checks failed[.]`),
  );
  const before = await liveVersion(site, 'mf-booking');
  bookingWith(CHANGED);
  const letGo = await holdComposition(page);
  await page.goto('/booking/1');
  await expect(page.getByRole('heading', { name: HEADING })).toBeVisible();
  const changed = await publishBooking(site, CHANGED);
  await site.restart('site');
  await waitForRelease(site, changed);
  // on a slow machine both reads have timed out; a navigation reads again
  const renewed = page
    .waitForResponse('**/_shell/composition.json', { timeout: 10_000 })
    .catch(() => null);
  letGo();
  await renewed;
  await page.evaluate(() => {
    history.pushState({ idx: 1 }, '', '/booking-cancelled');
    dispatchEvent(new PopStateEvent('popstate', { state: { idx: 1 } }));
  });
  await expect(page.getByRole('heading', { name: 'Booking Cancelled' })).toBeVisible();
  await expect(page.locator('[data-remote=mf-booking]')).toHaveAttribute('data-release', before);
  await restore(site);
});

test('keeps serving the files of the last ten releases', {
  tag: ['@full', '@fault-B2'],
}, async ({ page, site }) => {
  const first = await liveVersion(site, 'mf-booking');
  const entry = readdirSync(webFolder(site, 'mf-booking', first)).find((file) =>
    /^remoteEntry.*\.js$/.test(file),
  ) as string;
  for (let number = 0; number < 9; number++) await release(openStore(site), numbered(number));
  await site.restart('site');
  const answer = await page.request.get(`/remotes/mf-booking/${first}/web/${entry}`);
  expect([answer.status(), answer.headers()['cache-control']]).toEqual([
    200,
    'public, max-age=31536000, immutable',
  ]);
  await restore(site);
});

test('reloads a tab once when its release is gone, with its text', {
  tag: ['@full', '@fault-B1'],
}, async ({ page, site, allowErrors }) => {
  allowErrors(
    '404 mf-account/remoteEntry.js',
    "Refused to execute script from 'mf-account/remoteEntry.js' because its MIME type ('text/plain') is not executable, and strict MIME type checking is enabled.",
    'RemoteError: mf-account failed (entry): mf-account/remoteEntry.js could not be loaded',
  );
  // Routing disables the cache, which would hold prefetched files of the old release.
  await page.route('/nowhere', (route) => route.continue());
  const before = await liveVersion(site, 'mf-account');
  await page.goto('/booking/1');
  await page.getByLabel('Contact info').fill('kept#1');
  await page.getByLabel('Details').fill('Typed before the release was gone.');
  await page.waitForLoadState('networkidle');
  const edit = { file: 'routes/login.tsx', from: 'Forgot Password?', to: 'Forgot your Password?' };
  const { version } = await publishRemote('mf-account', openStore(site), {
    why: 'test',
    dist: buildVariant('mf-account', [edit]),
  });
  await rm(path.join(site.store, 'mf-account', before), { recursive: true });
  await rm(site.lastGood, { recursive: true, force: true, maxRetries: 5 });
  await site.restart('site'); // clears the memory cache
  await waitForRelease(site, version);
  await page.evaluate(() => Object.assign(globalThis, { sameTab: true }));
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByText('Forgot your Password?')).toBeVisible();
  await expect(page.getByText('This page was updated to a newer version.')).toBeVisible();
  expect(await page.evaluate(() => 'sameTab' in globalThis)).toBe(false);
  await page.goto('/booking/1');
  await expect(page.getByLabel('Contact info')).toHaveValue('kept#1');
  await expect(page.getByLabel('Details')).toHaveValue('Typed before the release was gone.');
  await restore(site);
});

test('reloads a broken release only once', {
  tag: ['@full', '@fault-B1'],
}, async ({ page, site, allowErrors }) => {
  allowErrors(
    ...['remoteEntry', '__federation_expose_remote', 'route-booking'].map(
      (file) => `404 mf-booking/${file}.js`,
    ),
    'RemoteError: mf-booking failed (entry): mf-booking/remoteEntry.js could not be loaded',
  );
  let loads = 0;
  page.on('request', (request) => request.isNavigationRequest() && loads++);
  await page.route(/remotes\/mf-booking\/.*\.js/, (route) =>
    route.fulfill({ status: 404, body: 'Not found' }),
  );
  await page.route('**/_shell/composition.json', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replaceAll(
        /(mf-booking[^"]*?-)[a-f0-9]{12}|("version":"\d+\.\d+\.\d+-)[a-f0-9]{12}/g,
        '$1$2ffffffffffff',
      ),
    });
  });
  await page.goto('/valorant');
  await page.getByRole('link', { name: 'Book Now' }).click();
  await expect(page.getByRole('heading', { name: FAILED })).toBeVisible({ timeout: 15_000 });
  await page.waitForTimeout(1500);
  expect(loads).toBe(2);
  await restore(site);
});

test('exposes releases and timings per page, and status with a token', async ({ page, site }) => {
  const answer = await page.request.get('/booking/1');
  expect(answer.headers()['server-timing']).toMatch(
    /^render;dur=[\d.]+, cache;desc=(hit|stale|miss), mode;desc=full, total;dur=[\d.]+$/,
  );
  expect(answer.headers()['x-composition']).toMatch(
    /^mf-\w+@\d+\.\d+\.\d+-[a-f0-9]{12}(, mf-\w+@\d+\.\d+\.\d+-[a-f0-9]{12}){4}$/,
  );
  const status = await readStatus(site);
  const ask = (query = '', accept = '') =>
    askLocally(getSocket(site), `/_shell/status${query}`, { headers: { accept } });
  const { revision } = await readLive(openStore(site));
  expect(status).toMatchObject({
    revision,
    deviations: [],
    ignoredEntries: [],
    remotes: { 'mf-booking': { version: await liveVersion(site, 'mf-booking') } },
  });
  expect(status.storeLagSeconds).toBeLessThan(3);
  const { text } = await ask('?format=prometheus');
  expect(text).toContain(`# TYPE carry_live_revision gauge\ncarry_live_revision ${revision}\n`);
  expect(text).toMatch(/^carry_rendered_total\{remote="mf-booking",release="[^"]+"\} \d+$/m);
  for (const line of text.split('\n').filter(Boolean))
    expect(line).toMatch(/^(# (HELP|TYPE) carry_\w+ .+|carry_\w+(\{[^}]*\})? -?[\d.e+-]+)$/);
  const scraped = await ask('', 'text/plain;version=0.0.4');
  expect(scraped.headers['content-type']).toContain('text/plain');
  expect([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)).toEqual([
    'carry_uptime_seconds',
    'carry_memory_bytes',
    'carry_live_revision',
    'carry_store_lag_seconds',
    'carry_store_refused',
    'carry_reports_shared',
    'carry_live_release',
    'carry_deviating_remotes',
    'carry_unsigned_entries_ignored',
    'carry_shell_decisions_total',
    'carry_page_cache_hits_total',
    'carry_page_cache_stale_total',
    'carry_page_cache_misses_total',
    'carry_csp_violations_total',
    'carry_csp_reports_refused_total',
    'carry_frame_failures_total',
    'carry_render_processes',
    'carry_render_releases',
    'carry_render_isolated_releases',
    'carry_render_memory_bytes',
    'carry_render_queue',
    'carry_render_process_starts_total',
    'carry_render_process_stops_total',
    'carry_render_evictions_total',
    'carry_render_moved_total',
    'carry_renders_given_up_total',
    'carry_rendered_total',
    'carry_render_failures_total',
    'carry_render_seconds_total',
    'carry_page_uses_total',
    'carry_page_load_failures_total',
    'carry_page_render_failures_total',
    'carry_page_rejection_failures_total',
    'carry_flag_page_uses_total',
    'carry_flag_page_failures_total',
    'carry_request_seconds',
    'carry_render_responses_too_large_total',
    'carry_sitemaps_cut_total',
    'carry_preview_searches_cut_total',
    'carry_flag_exposures_total',
    'carry_log_lines_dropped_total',
    'carry_events_total',
  ]);
  expect((await page.request.get('/_shell/status')).status()).toBe(404);
  await site.restart('site', { STATUS_TOKEN: 'let me in' });
  const token = (words: string) =>
    page.request.get('/_shell/status', { headers: { authorization: `Bearer ${words}` } });
  expect((await token('let me in')).status()).toBe(200);
  expect((await token('let me')).status()).toBe(404);
  await site.restart('site');
});

test('sets the number and the memory of render processes', {
  tag: ['@full', '@fault-renders'],
}, async ({ page, site }) => {
  await site.restart('site', { RENDER_PROCESSES: '3', RENDER_MEMORY_MB: '256' });
  const rendering = async () => (await readStatus(site)).rendering.live;
  await expect.poll(async () => (await rendering()).processes).toBe(3); // before the first request
  const dist = buildVariant('mf-booking', [
    {
      file: 'booking/booking-form.tsx',
      from: 'Book a session',
      to: "{typeof document === 'undefined' ? String(new Uint8Array(250_000_000).fill(1).length).slice(9) : ''}Book a session",
    },
  ]);
  const { stops } = await rendering();
  const { version } = await publishRemote('mf-booking', openStore(site), { why: 'test', dist });
  await waitForRelease(site, version);
  const ended = async () => {
    await page.request.get('/booking/1');
    return (await rendering()).stops - stops;
  };
  await expect.poll(ended, { timeout: 15_000 }).toBeGreaterThan(0);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await restore(site);
});
