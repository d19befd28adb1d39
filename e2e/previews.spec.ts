import { askLocally, listPreviews, setPreview } from '@carry/releases';
import type { APIResponse, Page } from 'playwright/test';
import { publishRemote } from 'workspace/publish-remote';
import {
  createLink,
  HOUR_MS,
  PREVIEWED,
  publishPreview,
  removePreviews,
} from './support/releases/previews';
import { liveVersion, openStore } from './support/releases/releases';
import { getSocket } from './support/releases/visits';
import { settled } from './support/site/actions';
import { expect, startSite, test } from './support/site/fixtures';

const HEADING = 'Book a session';

const heading = (page: Page, name: string) => page.getByRole('heading', { name });
const raw = (page: Page, url: string, headers = {}): Promise<APIResponse> =>
  page.request.get(url, { headers, maxRedirects: 0 });

test.afterEach(({ site }) => removePreviews(site));

test('previews one remote through a signed link until Exit', async ({ page, site, browser }) => {
  const live = await liveVersion(site, 'mf-booking');
  const version = await publishPreview(site, 'pr-42');
  await page.goto(`/booking/1?keep=1&${createLink(site, 'pr-42')}`);
  expect(new URL(page.url()).search).toBe('?keep=1');
  await expect(heading(page, PREVIEWED)).toBeVisible();
  const [cookie] = (await page.context().cookies()).filter(({ name }) => name === 'carry_preview');
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
  const line = page.getByRole('complementary', { name: 'Preview' });
  await expect(line).toContainText('mf-booking pr-42. Everything else is live.');
  await expect(page.locator('[data-remote=mf-booking]')).toHaveAttribute('data-release', version);

  const fromServer = async () => (await page.request.get('/booking/1')).text();
  await expect.poll(fromServer).toContain(PREVIEWED); // a busy server leaves the render to the browser
  const answer = await page.request.get('/booking/1');
  expect(answer.headers()).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  });
  expect(answer.headers()['x-composition']).toContain(`mf-booking@${version}`);
  expect(answer.headers()['x-composition']).toContain(
    `mf-marketing@${await liveVersion(site, 'mf-marketing')}`,
  );

  await page.getByRole('banner').getByRole('link', { name: 'Carry, home' }).click();
  await expect(heading(page, 'Level Up With World-Class Coaches')).toBeVisible();
  await expect(line).toBeVisible();

  const stranger = await browser.newPage({ baseURL: site.urls.site });
  await stranger.goto('/booking/1');
  await expect(heading(stranger, HEADING)).toBeVisible();
  await expect(stranger.getByRole('complementary', { name: 'Preview' })).toHaveCount(0);
  expect((await stranger.request.get('/booking/1')).headers()['x-composition']).toContain(
    `mf-booking@${live}`,
  );
  await stranger.close();

  await page.goto('/booking/1');
  await settled(page);
  await page.keyboard.press('Alt+Shift+KeyI');
  const inspector = page.getByRole('region', { name: 'Inspector' });
  await expect(inspector.getByRole('row', { name: /^mf-booking/ })).toContainText(
    `${version} (preview)`,
  );
  await inspector.getByRole('button', { name: 'Close' }).click();
  await expect(inspector).toHaveCount(0);

  await line.getByRole('link', { name: 'Exit' }).click();
  await expect(line).toHaveCount(0);
  expect(page.url()).toBe(`${site.urls.site}/booking/1`);
  await expect(heading(page, HEADING)).toBeVisible();
  await settled(page);
});

test('previews several remotes together', { tag: '@full' }, async ({ page, site }) => {
  await publishPreview(site, 'pr-1');
  const { version } = await publishRemote('mf-account', openStore(site), {
    why: 'test',
    target: { channel: 'pr-2', expires: new Date(Date.now() + HOUR_MS) },
  });
  await page.goto(`/?${createLink(site, 'pr-1')}`);
  await page.goto(`/?${createLink(site, 'pr-2', { remote: 'mf-account' })}`);
  await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(
    /mf-booking pr-1 .*mf-account pr-2/,
  );
  expect((await page.request.get('/')).headers()['x-composition']).toContain(
    `mf-account@${version}`,
  );
  await page.goto('/booking/1');
  await expect(heading(page, PREVIEWED)).toBeVisible();
});

test('rejects a forged, expired, foreign or unknown preview', {
  tag: ['@fault-C9'],
}, async ({ page, site }) => {
  await publishPreview(site, 'pr-42');
  const good = createLink(site, 'pr-42').slice('preview='.length);
  const refusals: [string, RegExp, number?][] = [
    [createLink(site, 'pr-42', { secret: 'somebody else' }), /isn&#x27;t valid/],
    [createLink(site, 'pr-42', { inMs: -HOUR_MS }), /has expired/, 410],
    [`preview=${good.replace('mf-booking', 'mf-account')}`, /isn&#x27;t valid/],
    [`preview=${good.replace('pr-42', 'pr-43')}`, /isn&#x27;t valid/],
    [createLink(site, 'pr-9'), /has ended/, 410],
    [createLink(site, 'pr-42', { remote: 'mf-coach' }), /has ended/, 410],
    ['preview=mf-booking@pr-42', /isn&#x27;t valid/],
    ['preview=', /isn&#x27;t valid/],
    ...[
      'https://evil.example/remoteEntry.js',
      '//evil.example',
      'mf-booking@https://evil.example',
      'mf-booking@../../x',
      'javascript:alert(1)',
    ].map((evil): [string, RegExp, number?] => [
      `preview=${encodeURIComponent(evil)}`,
      /isn&#x27;t valid/,
    ]),
  ];
  for (const [query, words, status = 403] of refusals) {
    const answer = await raw(page, `/?${query}`);
    expect(
      [answer.status(), answer.headers()['set-cookie'], answer.headers()['cache-control']],
      query,
    ).toEqual([status, undefined, 'no-store']);
    expect(await answer.text(), query).toMatch(words);
  }
  const withoutCookie = await raw(page, '/?preview=opened', { cookie: '' });
  expect([withoutCookie.status(), await withoutCookie.text()]).toEqual([
    403,
    expect.stringContaining('Your browser blocks cookies'),
  ]);
  const cookies = [
    'mf-booking@pr-42',
    good.replace('pr-42', 'pr-43'),
    'https://evil.example',
    '~~~',
    'x'.repeat(3000),
  ];
  for (const cookie of cookies) {
    const answer = await raw(page, '/', { cookie: `carry_preview=${cookie}` });
    expect(answer.status()).toBe(200);
    expect(await answer.text()).not.toContain('evil.example');
    expect(answer.headers()['x-composition']).toContain(await liveVersion(site, 'mf-booking'));
  }
});

test('ignores code from hashes, headers, storage, messages and globals', {
  tag: ['@fault-C9'],
}, async ({ page, site }) => {
  const version = await publishPreview(site, 'pr-42');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript((version) => {
    for (const storage of [localStorage, sessionStorage]) {
      for (const key of ['preview', 'carry_preview', 'override', 'carry:remotes'])
        storage.setItem(key, `mf-booking@${version}`);
    }
    window.name = `mf-booking@https://evil.example/remoteEntry.js`;
    Object.assign(window, {
      __OVERRIDES__: { 'mf-booking': 'https://evil.example/remoteEntry.js' },
    });
    // globals through which the federation runtime finds chunks
    const evil = {
      init: () => {},
      get: async () => () => Object.assign(window, { evilRan: true }),
    };
    const plugin = {
      name: 'evil',
      createScript: () => ({ url: 'https://evil.example/remoteEntry.js' }),
      loadEntry: async () => evil,
    };
    const shared = {
      __GLOBAL_PLUGIN__: [plugin],
      __INSTANCES__: [],
      moduleInfo: {},
      __SHARE__: {},
      __MANIFEST_LOADING__: {},
    };
    Object.assign(window, {
      mf_booking: evil,
      mf_account: evil,
      __FEDERATION__: { ...shared, __PRELOADED_MAP__: new Map() },
      __VMOK__: { ...shared, __PRELOADED_MAP__: new Map() },
      __GLOBAL_LOADING_REMOTE_ENTRY__: new Proxy({}, { get: () => Promise.resolve(evil) }),
    });
    addEventListener('load', () =>
      postMessage(
        { type: 'preview', remote: 'mf-booking', entry: 'https://evil.example/remoteEntry.js' },
        '*',
      ),
    );
  }, version);
  const headers = {
    'x-preview': `mf-booking@${version}`,
    'x-carry-preview': 'pr-42',
    'x-composition': `mf-booking@${version}`,
  };
  expect((await raw(page, '/booking/1', headers)).headers()['x-composition']).not.toContain(
    version,
  );
  await page.goto('/booking/1?remote=https://evil.example/x.js#preview=mf-booking@pr-42');
  await expect(heading(page, HEADING)).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(heading(page, 'Login')).toBeVisible();
  expect(await page.evaluate(() => 'evilRan' in window)).toBe(false);
  expect(
    asked
      .filter((url) => url.includes('evil.example') || url.includes(version))
      .filter((url) => !url.includes('/booking/1?')),
  ).toEqual([]);
});

test('shows that the site is live when an open preview expires', async ({ page, site }) => {
  await publishPreview(site, 'pr-42');
  await page.goto(`/booking/1?${createLink(site, 'pr-42')}`);
  await expect(heading(page, PREVIEWED)).toBeVisible();
  const isLive = async () => {
    await page.waitForTimeout(600);
    await page.reload();
    await expect(heading(page, HEADING)).toBeVisible();
    await expect(page.getByRole('complementary', { name: 'Preview' })).toContainText(
      "The preview pr-42 of mf-booking isn't available anymore. You're seeing the live site.",
    );
  };
  const [preview] = await listPreviews(openStore(site));
  await setPreview(openStore(site), {
    channel: 'pr-42',
    remote: 'mf-booking',
    version: preview?.version ?? '',
    expires: new Date(Date.now() - 1000),
    why: 'over',
  });
  await isLive();
  await publishPreview(site, 'pr-42');
  await page.waitForTimeout(600);
  await page.reload();
  await expect(heading(page, PREVIEWED)).toBeVisible();
  await openStore(site).remove('previews/pr-42.json');
  await isLive();
});

test('hides previews when off and rejects unsigned ones when open', {
  tag: '@full',
}, async ({ page }) => {
  const site = await startSite({ PREVIEWS: 'open' });
  try {
    const version = await publishPreview(site, 'pr-42');
    expect((await raw(page, `${site.urls.site}/?preview=mf-booking@pr-42`)).status()).toBe(403);
    const announcement = {
      remote: 'mf-booking',
      port: 1,
      routes: ['/booking/:coachId'],
      needs: { workers: false, wasm: false },
      everybody: true,
    };
    const announce = (body: object = announcement) =>
      askLocally(getSocket(site), '/_shell/dev', { body });
    /** Returns null while the socket of a starting site is not open. */
    const readStatus = (body: object) =>
      announce(body).then(
        ({ status }) => status,
        () => null,
      );
    const composition = async () => (await raw(page, site.urls.site)).headers()['x-composition'];
    const posted = await page.request.post(`${site.urls.site}/_shell/dev`, {
      data: announcement,
      headers: { 'x-carry-dev': 'yes' },
    });
    expect(posted.status()).toBe(405);
    await expect.poll(() => readStatus({ ...announcement, port: 0 })).toBe(400);
    expect(await composition()).not.toContain('@dev');
    expect((await announce()).status).toBe(200);
    expect(await composition()).toContain('mf-booking@dev');
    await expect.poll(composition, { timeout: 8000 }).not.toContain('@dev');
    await site.restart('site', { PREVIEWS: 'off' });
    await expect.poll(() => readStatus(announcement)).toBe(403);
    const refused = await raw(page, `${site.urls.site}/?${createLink(site, 'pr-42')}`);
    expect([refused.status(), await refused.text()]).toEqual([
      403,
      expect.stringContaining('Previews are turned off on this site.'),
    ]);
    const cookie = `carry_preview=${createLink(site, 'pr-42').slice('preview='.length)}`;
    expect((await raw(page, site.urls.site, { cookie })).headers()['x-composition']).not.toContain(
      version,
    );
  } finally {
    await site.stop();
  }
});
