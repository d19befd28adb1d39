// The oldest supported browsers lack newer functions; unsupported ones get readable pages.
import type { Page } from 'playwright/test';
import { FAILED } from './support/releases/releases';
import { daysLoaded, fillBooking, pickSlot, signIn } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

/** Features that some supported browser lacks or limits to secure origins. */
const NEWER = [
  'AbortSignal.any',
  'URL.canParse',
  'URL.parse',
  'Element.prototype.checkVisibility',
  'Element.prototype.moveBefore',
  'Element.prototype.setHTMLUnsafe',
  'HTMLElement.prototype.popover',
  'HTMLElement.prototype.showPopover',
  'HTMLElement.prototype.hidePopover',
  'HTMLElement.prototype.togglePopover',
  'HTMLButtonElement.prototype.popoverTargetElement',
  'HTMLDialogElement.prototype.requestClose',
  'Document.prototype.startViewTransition',
  'Document.parseHTMLUnsafe',
  'Array.fromAsync',
  'Object.groupBy',
  'Map.groupBy',
  'Promise.withResolvers',
  'Promise.try',
  'Set.prototype.union',
  'Set.prototype.difference',
  'Set.prototype.intersection',
  'String.prototype.isWellFormed',
  'Intl.Segmenter',
  'Intl.DurationFormat',
  'Iterator',
  'CloseWatcher',
  'cookieStore',
  'navigation',
  'requestIdleCallback',
  'cancelIdleCallback',
  'scheduler',
  'crypto.randomUUID',
  'Navigator.prototype.connection',
  'Navigator.prototype.userAgentData',
  'Navigator.prototype.scheduling',
  'Navigator.prototype.clipboard',
  'Navigator.prototype.locks',
];

/** Removes properties before a document's scripts run, and fails if one is present. */
async function remove(page: Page, paths: readonly string[]): Promise<void> {
  await page.addInitScript((removed: readonly string[]) => {
    for (const path of removed) {
      const names = path.split('.');
      const name = names.pop() as string;
      let owner = globalThis as unknown as Record<string, unknown> | undefined;
      for (const step of names) owner = owner?.[step] as Record<string, unknown> | undefined;
      for (let at: object | null = owner ?? null; at; at = Object.getPrototypeOf(at))
        Reflect.deleteProperty(at, name);
      if (owner && name in owner) throw new Error(`${path} cannot be removed`);
    }
  }, paths);
}

async function bookSession(page: Page, day: number): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Your game: Select your game' }).click();
  await page.getByRole('option', { name: 'Counter-Strike 2' }).click();
  await expect(page).toHaveURL('/cs2');
  await signIn(page);
  await page.goto('/booking/1');
  await daysLoaded(page);
  await fillBooking(page, 'older#1');
  await pickSlot(page, day);
  await page.getByRole('button', { name: 'Book Now' }).click();
  await expect(page.getByRole('heading', { name: /^Pay/ })).toBeVisible();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page.getByRole('heading', { name: 'Booking Confirmed' })).toBeVisible();
  await page.goto('/account');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('books without any newer function', async ({ page }) => {
  await remove(page, NEWER);
  await bookSession(page, 1);
});

for (const [index, path] of NEWER.entries())
  test(`books without ${path}`, { tag: ['@full', '@fault-K12'] }, async ({ page }) => {
    await remove(page, [path]);
    await bookSession(page, index % 6);
  });

test('asks for https at the login without Web Crypto', { tag: '@fault-K12' }, async ({ page }) => {
  await remove(page, ['Crypto.prototype.subtle']);
  await page.goto('/login');
  await expect(page.getByText('Open this page with https://')).toBeVisible();
});

const OUTDATED = /^Your browser is out of date, so parts of this site won't work/;

for (const path of ['/cs2', '/sessions'])
  test(`keeps the server HTML without ${path}, with working links`, async ({ page }) => {
    await remove(page, ['HTMLScriptElement.supports']);
    await page.goto(path, { waitUntil: 'load' });
    await expect(page.getByRole('status').filter({ hasText: OUTDATED })).toBeVisible();
    await page.getByRole('button', { name: 'Switch between dark and light' }).click();
    await page.waitForTimeout(2500);
    await expect(page.locator('html')).not.toHaveAttribute('data-held');
    await expect(page.locator('html')).not.toHaveAttribute('data-hydrated');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Valorant' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Valorant Coaching' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: OUTDATED })).toHaveCount(1);
  });

const shellFiles = ['index', 'lib-react', 'lib-router'];

for (const [what, kind] of [
  ['cannot be loaded', 'ERR_FAILED'],
  ['is damaged', 'integrity'],
] as const)
  test(`keeps the page readable when a shell script ${what}`, async ({ page, allowErrors }) => {
    allowErrors(...shellFiles.map((file) => `${kind} /assets/static/js/${file}.js`));
    await page.route('**/assets/static/js/**', (route) =>
      kind === 'ERR_FAILED'
        ? route.abort()
        : route.fulfill({ contentType: 'text/javascript', body: 'const = 1;' }),
    );
    await page.goto('/lol', { waitUntil: 'load' });
    const email = page.getByLabel('Your email');
    await email.fill('kim@example.com');
    await email.press('Enter');
    await expect(
      page.getByText("This page couldn't finish loading. Please reload it."),
    ).toBeVisible();
    await email.press('Enter');
    await expect(page.locator('html')).not.toHaveAttribute('data-held');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('League of Legends Coaching');
  });

test('keeps the server title, then reports the failed remote', async ({ page, allowErrors }) => {
  allowErrors(
    /^ERR_FAILED mf-marketing\/[\w-]+\.js$/,
    'RemoteError: mf-marketing failed (entry): mf-marketing/remoteEntry.js could not be loaded',
  );
  await page.goto('/cs2');
  await expect(page).toHaveTitle('Counter-Strike 2 Coaching | Carry');
  await page.route('**/remotes/mf-marketing/**/*.js', (route) => route.abort());
  await page.goto('/cs2', { waitUntil: 'load' });
  await expect(page.getByRole('heading', { name: FAILED })).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveTitle('Page could not be loaded | Carry');
});
