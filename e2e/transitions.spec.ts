import type { Page } from 'playwright/test';
import { settled } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

/** Counts fades and lets the test end each one. */
const watchFades = (page: Page) =>
  page.addInitScript(() => {
    const start = Document.prototype.startViewTransition;
    Object.assign(globalThis, { fades: 0 });
    Document.prototype.startViewTransition = function (...args) {
      Object.assign(globalThis, { fades: Reflect.get(globalThis, 'fades') + 1 });
      return start.apply(this, args);
    };
  });
const fades = (page: Page) => page.evaluate(() => Reflect.get(globalThis, 'fades'));
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('fades between pages and accepts clicks meanwhile', {
  tag: ['@extra-x9'],
}, async ({ page }) => {
  await watchFades(page);
  await page.setViewportSize({ width: 1280, height: 600 });
  await page.goto('/');
  await settled(page);
  const card = page.getByRole('main').getByRole('link', { name: /^Valorant/ });
  await card.scrollIntoViewIfNeeded();
  const left = await page.evaluate(() => scrollY);
  expect(left).toBeGreaterThan(0);
  await card.click();
  await expect(heading(page, 'Valorant Coaching')).toBeFocused();
  expect(await fades(page)).toBe(1);
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Choose Your Game' })).toBeVisible();
  expect(await fades(page)).toBe(2);
  expect(await page.evaluate(() => scrollY)).toBe(left);

  const login = page.getByRole('banner').getByRole('link', { name: 'Login' });
  const box = await login.boundingBox();
  const hit = await page.evaluate(
    ([x = 0, y = 0]) =>
      new Promise<string | undefined>((resolve) => {
        document.querySelector<HTMLElement>('main a[href="/cs2"]')?.click();
        const look = () => {
          const fading = document
            .getAnimations()
            .some((animation) =>
              (animation.effect as KeyframeEffect).pseudoElement?.includes('view-transition'),
            );
          if (!fading) return void requestAnimationFrame(look);
          const target = document.elementFromPoint(x, y)?.closest('a');
          target?.click();
          resolve(target?.textContent ?? undefined);
        };
        look();
      }),
    [(box?.x ?? 0) + 5, (box?.y ?? 0) + 5],
  );
  expect(hit).toBe('Login');
  await expect(heading(page, 'Login')).toBeFocused();
});

test('skips fades under reduced motion and without support', {
  tag: ['@extra-x9'],
}, async ({ page }) => {
  await watchFades(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/cs2');
  await settled(page);
  await page.getByRole('main').getByRole('link', { name: 'Book Now' }).first().click();
  await expect(heading(page, 'Nova')).toBeFocused();
  expect(await fades(page)).toBe(0);

  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => Reflect.deleteProperty(Document.prototype, 'startViewTransition'));
  await page.goto('/cs2');
  await settled(page);
  await page.getByRole('main').getByRole('link', { name: 'Book Now' }).first().click();
  await expect(heading(page, 'Nova')).toBeFocused();
});

test('skips the fade for a filter in the address', async ({ page, site, allowErrors }) => {
  if (site.server === 'second') allowErrors('404 /terms'); // no texts
  await watchFades(page);
  await page.goto('/terms');
  await settled(page);
  await page.evaluate(() =>
    document.querySelector<HTMLElement>('footer a[href="/privacy"]')?.click(),
  );
  await expect(page).toHaveURL('/privacy');
  await expect.poll(() => fades(page)).toBe(1);
  await page.evaluate(() => {
    location.hash = 'x';
  });
  await expect(page).toHaveURL('/privacy#x');
  expect(await fades(page)).toBe(1);
});
