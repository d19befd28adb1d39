// The page is complete without scripts; input replay keeps earlier input.

import type { Page, Request, Route } from 'playwright/test';
import { newAddress, settled } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

const DAY_MS = 86_400_000;
const isScript = (request: Request) => new URL(request.url()).pathname.endsWith('.js');
const PUBLIC = ['/', '/cs2', '/booking/1', '/login'];

async function holdBack(
  page: Page,
  files: RegExp,
  end = (route: Route) => route.continue(),
): Promise<() => void> {
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route(files, async (route) => {
    await held;
    await end(route);
  });
  return go;
}

for (const path of PUBLIC)
  test(`requests the scripts of ${path} last and waits for none`, {
    tag: ['/', '/booking/1'].includes(path) ? [] : '@full',
  }, async ({ page }) => {
    const go = await holdBack(page, /\.js$/);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => asked.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(4);
    const firstScript = asked.findIndex((file) => file.endsWith('.js'));
    const largest = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload][as=image]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ href, imageSrcset }) =>
          (imageSrcset ? imageSrcset.split(',') : [href]).map(
            (source) => new URL(source.trim().split(' ')[0] ?? '', location.href).pathname,
          ),
        ),
    );
    for (const sources of largest)
      expect(asked.slice(0, firstScript).some((file) => sources.includes(file))).toBe(true);
    go();
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
  });

test('verifies an address without the password before the scripts arrive', {
  tag: '@ours',
}, async ({ page }) => {
  const sent: unknown[] = [];
  await page.route(/\/api\/auth\/verify-email\/$/, (route) => {
    if (route.request().method() === 'POST') sent.push(route.request().postDataJSON());
    return route.fulfill({
      json: { detail: 'Your email address is verified.' },
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
    });
  });
  await page.addInitScript(() =>
    localStorage.setItem(
      'draft:mf-account:registration',
      JSON.stringify({ at: Date.now(), owner: null, value: 'r1' }),
    ),
  );
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const go = await holdBack(page, /\/assets\/static\/js\//);
    await page.goto('/verify-email?token=t1', { waitUntil: 'commit' });
    const main = page.getByRole('main');
    const button = main.getByRole('button', { name: 'Verify my email' });
    await expect(main.getByText('Press the button to finish and log in.')).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toBeHidden();
    await page.evaluate(() => document.fonts.ready);
    const place = await button.boundingBox();
    if (width === 360) await button.click();
    go();
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
    if (width === 360) {
      await expect(main.getByText('Your email address is verified.')).toBeVisible();
      expect(sent).toEqual([{ token: 't1', registration: 'r1' }]);
    } else {
      await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
      expect(await button.boundingBox()).toEqual(place);
    }
  }
});

test('opens the menu before the scripts arrive, and hydration keeps it open', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const go = await holdBack(page, /\.js$/);
  await page.goto('/', { waitUntil: 'commit' });
  const banner = page.getByRole('banner');
  await banner.getByLabel('Menu').click();
  await expect(banner.getByRole('link', { name: 'Dota 2' })).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-held');
  go();
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
  await banner.getByRole('link', { name: 'Dota 2' }).click();
  await expect(page).toHaveURL('/dota2');
  await expect(banner.getByRole('link', { name: 'Register' }).last()).toBeHidden();
});

test('shows the page that Back reaches before the scripts arrive', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('main').getByRole('link', { name: 'How a session works' }).first().click();
  await expect(page).toHaveURL('/how-it-works');
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('How a session works');
  const go = await holdBack(page, /\.js$/);
  await page.reload({ waitUntil: 'commit' });
  await expect(heading).toHaveText('How a session works');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/');
  go();
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
  await expect(heading).not.toHaveText('How a session works');
  await expect(page.getByRole('main').getByText('How a session works').first()).toBeVisible();
});

test('preloads no font or small picture before the largest ones', {
  tag: ['@extra-x13'],
}, async ({ page, site }) => {
  const coach = site.server === 'ours' ? [/coach-nova/] : []; // the other one has no picture
  for (const [path, pictures] of [
    ['/', [/scene|home/]],
    ['/cs2', [/cs2/, ...coach]],
    ['/booking/1', coach],
  ] as const) {
    await page.goto(path);
    const ahead = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]:not([as=script])')].map(
        ({ href, imageSrcset }) => href || imageSrcset,
      ),
    );
    expect(ahead).toEqual(pictures.map((picture) => expect.stringMatching(picture)));
    const readUsed = () =>
      page.evaluate(() =>
        [...document.fonts]
          .filter(({ status }) => status === 'loaded')
          .map(({ family }) => family.replaceAll('"', '')),
      );
    await expect.poll(readUsed).toContain('Sora');
  }
});

test('hydrates while pictures and fonts hang', async ({ page }) => {
  await page.route(/\.(avif|woff2)$/, () => {});
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
});

test('replays input from before hydration in order', async ({ page, site }) => {
  const [service, two, three] =
    site.server === 'ours'
      ? (['Team coaching', '$120.00', '$180.00'] as const)
      : (['Four-week training plan', '$150.00', '$225.00'] as const);
  const go = await holdBack(page, /\/assets\/static\/js\//);
  await page.goto('/booking/1', { waitUntil: 'commit' });
  const form = page.getByRole('form', { name: 'Book a session' });
  await form.getByLabel(/Contact/).pressSequentially('Zoë 🎮#1');
  await form.getByRole('radio', { name: service }).check({ force: true });
  await form.getByRole('button', { name: 'One more' }).click();
  await page.getByRole('button', { name: 'Switch between dark and light' }).click();
  expect(await page.evaluate(() => document.documentElement.dataset['theme'] ?? null)).toBe(null);
  go();
  const summary = page.getByRole('complementary', { name: 'Your booking' });
  await expect(summary).toContainText(service);
  await expect(summary).toContainText(two);
  await expect(form.getByLabel(/Contact/)).toHaveValue('Zoë 🎮#1');
  await expect(form.getByLabel(/Contact/)).toHaveJSProperty('selectionStart', 8);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await form.getByRole('button', { name: 'One more' }).click();
  await expect(summary).toContainText(three);
  await expect(form.getByLabel(/Contact/)).toHaveValue('Zoë 🎮#1');
});

test('submits a form once after early presses', async ({ page, site }) => {
  test.skip(site.server === 'second', 'the specification has no waiting list');
  const go = await holdBack(page, /\/assets\/static\/js\//);
  await page.goto('/lol', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(newAddress());
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/waitlist/')) sent++;
  });
  for (let press = 0; press < 3; press++) await page.getByLabel('Email').press('Enter'); // not hydrated yet
  await expect(page.locator('html')).toHaveAttribute('data-held', '');
  go();
  await expect(page.getByText("Thanks! We'll email you")).toBeVisible();
  await expect(page.locator('html')).not.toHaveAttribute('data-held');
  expect(sent).toBe(1);
});

test('keeps what was typed while the remote loads too slowly', async ({ page }) => {
  const go = await holdBack(page, /\/remotes\/mf-account\//);
  await page.goto('/register', { waitUntil: 'commit' });
  await page.getByLabel('Email').pressSequentially('kim@exa');
  const kept = page.locator('[data-server-html]'); // the frame runs without the remote
  await expect(kept).toHaveAttribute('data-remote', 'mf-account');
  await expect(page.getByLabel('Email')).toHaveValue('kim@exa');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('mple');
  go();
  await expect(kept).toHaveCount(0);
  await expect(page.getByLabel('Email')).toHaveValue('kim@example');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type('.com');
  await expect(page.getByLabel('Email')).toHaveValue('kim@example.com');
});

test('submits a form once that a slow remote brings', async ({ page, site }) => {
  test.skip(site.server === 'second', 'the specification has no waiting list');
  const go = await holdBack(page, /\/remotes\/mf-marketing\//);
  await page.goto('/lol', { waitUntil: 'commit' });
  const email = page.getByLabel('Email');
  await email.fill(newAddress());
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/waitlist/')) sent++;
  });
  await email.press('Enter');
  await expect(page.locator('[data-server-html]')).toBeVisible();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-hydrated', '');
  await expect(html).toHaveAttribute('data-held', '');
  await page.getByRole('button', { name: 'Tell me when a coach is available' }).click();
  go();
  await expect(page.getByText("Thanks! We'll email you")).toBeVisible();
  await expect(html).not.toHaveAttribute('data-held');
  expect(sent).toBe(1);
});

test('drops a press when the remote fails', async ({ page, site, allowErrors }) => {
  test.skip(site.server === 'second', 'the specification has no waiting list');
  allowErrors(
    /^ERR_FAILED mf-marketing\/[\w-]+\.js$/,
    /^RemoteError: mf-marketing failed \((entry|routes)\): (mf-marketing\/remoteEntry\.js could not be loaded|Loading chunk \w+ failed\.)/,
  );
  const files = /\/remotes\/mf-marketing\/.*\.js$/;
  const fail = await holdBack(page, files, (route) => route.abort());
  await page.goto('/lol', { waitUntil: 'commit' });
  const email = page.getByLabel('Email');
  await email.fill('kim@example.com');
  await expect(page.locator('[data-server-html]')).toBeVisible();
  await email.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-held', '');
  fail();
  await expect(page.getByRole('alert')).toContainText('This part of the page could not be loaded');
  await expect(page.locator('html')).not.toHaveAttribute('data-held');
  await page.unroute(files);
  await expect(async () => {
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.locator('[data-server-html]')).toHaveCount(0, { timeout: 3000 });
  }).toPass();
  await expect(email).toHaveValue('kim@example.com');
  await settled(page);
  await expect(page.getByText("Thanks! We'll email you")).toHaveCount(0);
});

test('keeps what was typed for a form that waits for its data', async ({ page }) => {
  const go = await holdBack(page, /\/remotes\/mf-booking\//);
  const answer = await holdBack(page, /\/api\/coaches\/1\/services\//);
  await page.goto('/booking/1', { waitUntil: 'commit' });
  const contact = page.getByLabel(/Contact/);
  await contact.pressSequentially('kim#1');
  await expect(page.locator('[data-server-html]')).toBeVisible();
  go();
  await expect(page.locator('[data-server-html]')).toHaveCount(0);
  await expect(contact).toHaveCount(0); // no services yet
  answer();
  await expect(contact).toHaveValue('kim#1');
});

test('skips the markdown renderer after a server render', async ({ page }) => {
  const addresses = new Set<string>();
  page.on('request', (request) => isScript(request) && addresses.add(request.url()));
  const scripts = () =>
    Promise.all([...addresses].map(async (url) => (await page.request.get(url)).text()));
  const asked = async () => (await scripts()).filter((text) => text.includes('htmlFlow'));
  for (const path of ['/cs2', '/booking/1']) {
    await page.goto(path);
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
    await settled(page);
    await expect(
      page
        .getByRole('main')
        .getByText(/played Counter-Strike and Valorant/)
        .first(),
    ).toBeVisible();
  }
  expect(await asked()).toEqual([]);
  expect(addresses.size).toBeGreaterThan(8);
  for (const script of await scripts()) expect(script).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/);
  await page.goto('/');
  await settled(page);
  await page
    .getByRole('main')
    .getByRole('link', { name: /Counter-Strike/ })
    .click();
  await expect(
    page
      .getByRole('main')
      .getByText(/played Counter-Strike and Valorant/)
      .first(),
  ).toBeVisible();
  await expect.poll(async () => (await asked()).length).toBe(1);
});

for (const { timezoneId, clock } of [
  { timezoneId: 'UTC', clock: 0 },
  { timezoneId: 'Pacific/Kiritimati', clock: 0 },
  { timezoneId: 'Pacific/Niue', clock: 0 },
  { timezoneId: 'Europe/Berlin', clock: 30 },
])
  test(`paints the same days after hydration in ${timezoneId}, clock ${clock} days ahead`, async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({ baseURL: site.urls.site, timezoneId });
    const page = await context.newPage();
    if (clock > 0) await page.clock.install({ time: Date.now() + clock * DAY_MS });
    const go = await holdBack(page, /\.js$/);
    const printed = async () => (await page.request.get('/booking/1')).text();
    await expect.poll(printed).toMatch(/\d+ times/); // a busy server leaves the render to the browser
    await page.goto('/booking/1', { waitUntil: 'commit' });
    const days = page.getByRole('group', { name: 'Time slot' }).locator('button[aria-expanded]');
    const named = days.filter({ hasText: /\d+ times?|No times/ });
    const shown = () => named.filter({ visible: true }).allInnerTexts();
    await expect.poll(async () => (await shown()).length).toBe(7);
    const before = await shown();
    const tomorrow = new Date(Date.now() + DAY_MS);
    expect(before[0]).toContain(
      tomorrow.toLocaleDateString('en-US', { timeZone: timezoneId, day: 'numeric' }),
    );
    go();
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', '');
    await expect(page.locator('[data-local-day]')).toHaveCount(0);
    expect(await shown()).toEqual(before);
    await context.close();
  });
