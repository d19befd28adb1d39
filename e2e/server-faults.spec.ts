import { readLive } from '@carry/releases';
import { publishRemote } from 'workspace/publish-remote';
import {
  expectFrame,
  FAILED,
  liveVersion,
  openStore,
  restore,
  waitForRelease,
} from './support/releases/releases';
import { buildVariant } from './support/releases/variant';
import { expect, test } from './support/site/fixtures';

test('isolates a release that throws while rendering', {
  tag: ['@fault-A12'],
}, async ({ page, site, expectErrors }) => {
  expectErrors('Error: boom', 'React Router caught the following error during render Error: boom');
  const dist = buildVariant('mf-account', [
    {
      file: 'routes/login.tsx',
      from: 'const navigate = useNavigate();',
      to: "const navigate = useNavigate(); if (!('calm' in globalThis)) throw new Error('boom');",
    },
  ]);
  const { version } = await publishRemote('mf-account', openStore(site), { why: 'test', dist });
  await waitForRelease(site, version);
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: FAILED })).toBeVisible();
  await expectFrame(page);
  await page.getByRole('banner').getByRole('link', { name: 'Carry, home' }).click();
  await expect(
    page.getByRole('heading', { name: 'Level Up With World-Class Coaches' }),
  ).toBeVisible();
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await expect(page.getByRole('heading', { name: FAILED })).toBeVisible();
  await page.evaluate(() => Object.assign(globalThis, { calm: true }));
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await restore(site);
});

test('renders a page in the browser when the server is busy', async ({ page }) => {
  await page.route('**/booking-cancelled', async (route) => {
    const response = await route.fetch();
    const html = (await response.text()).replace(
      /<div id="root">.*?<\/div>(?=<script type="application\/json")/,
      '<div id="root"></div>',
    );
    await route.fulfill({
      response,
      body: html.replace('"rendered":"full"', '"rendered":"frame"'),
    });
  });
  await page.goto('/booking-cancelled'); // calls no API, because a fulfilled document may not call local servers
  await expect(page.getByRole('heading', { name: 'Booking Cancelled' })).toBeVisible();
  await expectFrame(page);
  await expect(page).toHaveTitle('Booking Cancelled | Carry');
});

test('serves every page under overload without a rollback', {
  tag: '@full',
}, async ({ site }) => {
  const slow =
    "typeof document === 'undefined' && (() => { for (const end = Date.now() + 30; Date.now() < end; ); })()";
  const edit = {
    file: 'booking/booking-form.tsx',
    from: 'const { auth } = useShell();',
    to: `const { auth } = useShell(); ${slow};`,
  };
  const { version } = await publishRemote('mf-booking', openStore(site), {
    why: 'test',
    dist: buildVariant('mf-booking', [edit]),
  });
  await waitForRelease(site, version);
  const before = await readLive(openStore(site));
  const answers = await Promise.all(
    Array.from({ length: 150 }, async (_, visitor) => {
      const answer = await fetch(`${site.urls.site}/booking/1?clip=${visitor}`); // a cache miss each
      return {
        status: answer.status,
        mode: /mode;desc=(\w+)/.exec(answer.headers.get('server-timing') ?? '')?.[1],
        html: await answer.text(),
      };
    }),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ mode }) => mode))).toEqual(new Set(['full', 'frame'])); // rendered in time, or frame only
  for (const { mode, html } of answers)
    expect(html.includes('Book a session')).toBe(mode === 'full');
  expect(await readLive(openStore(site))).toEqual(before);
  const after = async () =>
    (await fetch(`${site.urls.site}/booking/1?clip=${Math.random()}`)).headers.get('server-timing');
  await expect.poll(after, { timeout: 15_000 }).toContain('mode;desc=full');
  await restore(site);
});

test.describe('with a hanging release', () => {
  test.beforeAll(async ({ site }) => {
    const dist = buildVariant('mf-account', [
      {
        file: 'routes/login.tsx',
        from: 'const navigate = useNavigate();',
        to: "const navigate = useNavigate(); while (typeof document === 'undefined') {}",
      },
    ]);
    const { version } = await publishRemote('mf-account', openStore(site), { why: 'test', dist });
    await waitForRelease(site, version);
  });
  test.afterAll(({ site }) => restore(site));

  test('drops its HTML without slowing other pages', async ({ page }) => {
    const hanging = page.request.get('/login');
    const started = Date.now();
    expect((await page.request.get('/cs2')).status()).toBe(200);
    expect(Date.now() - started).toBeLessThan(1500);
    const response = await hanging;
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(response.status()).toBe(200);
    expect(await response.text()).not.toContain('Forgot Password?');
    await page.goto('/login');
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  });

  test('finishes running requests on SIGTERM (graceful shutdown)', async ({ site }) => {
    await site.restart('site'); // which no longer renders the release after its first hang
    await waitForRelease(site, await liveVersion(site, 'mf-account'));
    let answered = false;
    const slow = fetch(`${site.urls.site}/login`).then((response) => {
      answered = true;
      return response.status;
    });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(answered).toBe(false);
    const stopping = site.services.site.stop();
    expect(await slow).toBe(200);
    await stopping;
    await expect(fetch(site.urls.site)).rejects.toThrow();
  });
});
