import { daysLoaded, setServerTime, settled, signIn } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

test('opens My Sessions with a full page load', { tag: ['@spec-2.48'] }, async ({ page }) => {
  await signIn(page);
  await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
  await page.getByRole('banner').getByRole('button', { name: 'My Sessions' }).click();
  await expect(page.getByRole('heading', { name: 'My Sessions' })).toBeVisible();
  expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(false);
});

test('shows the year, credit and help links in the footer', {
  tag: ['@spec-1.13', '@spec-2.51', '@spec-9.11'],
}, async ({ page }) => {
  await setServerTime(page, '2026-12-31T21:30:00Z');
  await page.clock.install();
  await page.goto('/');
  const footer = page.getByRole('contentinfo');
  await expect(footer).toContainText('© 2026 Carry');
  await page.clock.fastForward(3_600_000);
  await expect(footer).toContainText('© 2026 Carry');
  await page.clock.fastForward(3_600_000);
  await expect(footer).toContainText('© 2027 Carry');
  await expect(footer.getByRole('link', { name: 'Site credits' })).toHaveAttribute(
    'href',
    /^https:/,
  );
  await expect(footer.getByRole('link', { name: 'Help on Discord' })).toHaveAttribute(
    'href',
    /discord/,
  );
});

test('limits the game list to 15rem and opens the game pages', {
  tag: [
    '@spec-1.2',
    '@spec-2.45',
    '@spec-2.52',
    '@spec-3.3',
    '@spec-4.11',
    '@spec-4.12',
    '@extra-B1',
  ],
}, async ({ page }) => {
  await page.goto('/cs2');
  await page.waitForLoadState('networkidle');
  const selector = page.getByRole('banner').getByRole('button', { name: /^Game:/ });
  await selector.click();
  const height = await page
    .getByRole('listbox')
    .evaluate((list) => list.getBoundingClientRect().height);
  expect(height).toBeLessThanOrEqual(240);
  await expect(page.getByRole('option')).toHaveText([
    'Home',
    'Counter-Strike 2',
    'Valorant',
    'League of Legends',
    'Dota 2',
    'Fortnite',
  ]);
  await page.getByRole('option', { name: 'League of Legends' }).click();
  await expect(page).toHaveURL('/lol');
  await selector.click();
  await page.getByRole('option', { name: 'Home' }).click();
  await expect(page).toHaveURL('/');
  await expect(selector).toHaveText(/Choose a game/);
});

test('operates the game selector by keyboard', {
  tag: ['@extra-B1'],
}, async ({ page }) => {
  await page.goto('/cs2');
  await settled(page);
  const selector = page.getByRole('banner').getByRole('button', { name: /^Game:/ });
  const list = page.getByRole('listbox');
  const active = async () => {
    const id = await list.getAttribute('aria-activedescendant');
    return page.locator(`[id="${id}"]`).textContent();
  };
  const press = (keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  await selector.focus();
  await page.keyboard.press('ArrowDown');
  await expect(selector).toHaveAttribute('aria-expanded', 'true');
  await expect(list).toHaveAccessibleName(/./);
  expect(await active()).toBe('Counter-Strike 2');
  await press(['ArrowUp', 'ArrowUp']);
  expect(await active()).toBe('Home');
  await press(['End', 'ArrowDown']);
  expect(await active()).toBe('Fortnite');
  await press(['Home']);
  expect(await active()).toBe('Home');
  await page.keyboard.type('league of');
  expect(await active()).toBe('League of Legends');
  await page.keyboard.press('Escape');
  await expect(list).toBeHidden();
  await expect(selector).toBeFocused();
  await expect(page).toHaveURL('/cs2');
  await press(['Enter', 'End', 'Tab']);
  await expect(list).toBeHidden();
  await expect(selector).not.toBeFocused();
  await selector.focus();
  await press(['Space', 'v']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/valorant');
});

test('hides the selector, My Sessions and Register on small screens', {
  tag: ['@spec-2.49'],
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Join the Discord' })).toBeVisible();
  await expect(banner.getByRole('link', { name: 'Register' })).toBeHidden();
  await expect(banner.getByRole('button', { name: /^Game:/ })).toBeHidden();
  await signIn(page);
  await expect(banner.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await expect(banner.getByRole('button', { name: 'My Sessions' })).toBeHidden();
});

test('shows a quiet Retry instead of an alert without times', {
  tag: ['@spec-8.28', '@extra-16'],
}, async ({ page, expectErrors }) => {
  expectErrors('500 /api/coach/1/available-slots/');
  let failing = true;
  await page.route('**/available-slots/**', (route) =>
    failing
      ? route.fulfill({ status: 500, headers: { 'access-control-allow-origin': '*' }, body: '{}' })
      : route.continue(),
  );
  await page.goto('/booking/1');
  await expect(page.getByText("We couldn't load these times.")).toHaveCount(7);
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  failing = false;
  await page.getByRole('button', { name: 'Retry' }).first().click();
  await expect(page.getByRole('button', { name: /\d+ times/ })).toHaveCount(1);
  await expect(page.locator('button:focus')).toHaveText(/\d+ times/);
  await expect(page.getByText("We couldn't load these times.")).toHaveCount(6);
  await page.reload();
  await daysLoaded(page);
});

test('starts in dark theme and remembers the light one', { tag: ['@extra-25'] }, async ({
  page,
}) => {
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const dark = await background();
  await page.getByRole('button', { name: 'Switch between dark and light' }).click();
  const light = await background();
  expect(light).not.toBe(dark);
  await page.reload();
  expect(await background()).toBe(light);
});

test('has all icons and a theme color that follows the theme', async ({ page, request }) => {
  await page.goto('/');
  const color = page.locator('meta[name="theme-color"]');
  await expect(color).toHaveAttribute('content', '#070a12');
  await page.getByRole('button', { name: 'Switch between dark and light' }).click();
  await expect(color).toHaveAttribute('content', '#f3f4f8');
  await page.reload();
  await expect(color).toHaveAttribute('content', '#f3f4f8');
  const { icons } = (await (await request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string }[];
  };
  for (const path of ['/favicon.ico', '/assets/touch-icon.png', ...icons.map(({ src }) => src)]) {
    const answer = await request.get(path);
    expect([path, answer.status(), answer.headers()['content-type']]).toEqual([
      path,
      200,
      expect.stringMatching(/^image\//),
    ]);
  }
});

test('opens a menu on small screens and closes it three ways', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/cs2');
  const banner = page.getByRole('banner');
  await expect(banner.getByText('Carry')).toBeVisible();
  const button = banner.getByLabel('Menu');
  const register = banner.getByRole('link', { name: 'Register' }).last();
  await button.click();
  await expect(register).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(register).toBeHidden();
  await expect(button).toBeFocused();
  await button.click();
  await page.mouse.click(195, 800);
  await expect(register).toBeHidden();
  await button.click();
  await banner.getByRole('link', { name: 'Dota 2' }).click();
  await expect(page).toHaveURL('/dota2');
  await expect(register).toBeHidden();
});

test('shows a notice while offline', {
  tag: ['@fault-A15', '@extra-30'],
}, async ({ page, context, allowErrors }) => {
  allowErrors(
    /ERR_INTERNET_DISCONNECTED \/assets\/static\/(js|css)\/async\/idle\.(js|css)/,
    /ERR_INTERNET_DISCONNECTED (mf-\w+|\/media)\/[\w-]+\.(avif|svg)/, // Chrome loads lazy pictures earlier while offline
  );
  await page.goto('/');
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await expect(page.getByText(/^You're offline\./)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/^You're offline\./)).toBeHidden();
});

test('loads Login after the connection returns', async ({
  page,
  context,
  allowErrors,
  expectErrors,
}) => {
  expectErrors(
    'RemoteError: mf-account failed (entry): mf-account/remoteEntry.js could not be loaded',
  );
  allowErrors(/ERR_INTERNET_DISCONNECTED (mf-\w+\/[\w-]+\.(js|css|svg)|\/[\w/.-]+)/);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.goto('/');
  await settled(page);
  await context.setOffline(true);
  const banner = page.getByRole('banner');
  await banner.getByRole('link', { name: 'Login' }).click();
  await expect(page.getByText(/^You're offline\./)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry' })).toBeVisible();
  await banner.getByRole('button', { name: 'Game: Choose a game' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Escape');
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
});
