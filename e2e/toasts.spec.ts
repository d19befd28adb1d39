import { demo } from 'api/demo';
import type { Locator, Page } from 'playwright/test';
import { widths } from './support/pages/screens';
import { daysLoaded, logIn, pickSlot, settled, signIn } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

const covered = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('[role=alert]')];
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input, select, textarea, label',
    );
    return toasts.flatMap((toast) => {
      const over = toast.getBoundingClientRect();
      return [...controls]
        .filter((control) => {
          const box = control.getBoundingClientRect();
          const [left, right] = [Math.max(box.left, over.left), Math.min(box.right, over.right)];
          const [top, bottom] = [Math.max(box.top, over.top), Math.min(box.bottom, over.bottom)];
          if (left >= right || top >= bottom || toast.contains(control)) return false;
          const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
          return toast.contains(hit);
        })
        .map((control) => control.getAttribute('aria-label') ?? control.textContent ?? control.id);
    });
  });

/** Scrolls through the page with a paused toast and returns the covered controls by position. */
async function scrollThrough(page: Page, toast: Locator): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  await toast.dispatchEvent('pointerover');
  const seen: boolean[] = [];
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 340) {
    await page.evaluate(async (y) => {
      scrollTo(0, y);
      for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    }, y);
    const visible = await toast.isVisible();
    if (visible) await expect(toast).toBeInViewport({ ratio: 1 });
    seen.push(visible);
    const under = await covered(page);
    if (under.length > 0) found[`at ${y}`] = under;
  }
  expect(seen.filter(Boolean).length, 'seen').toBeGreaterThan(seen.length / 4);
  await page.evaluate(() => scrollTo(0, 0));
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toHaveCount(0);
  return found;
}

const goOn = (page: Page, path: string) =>
  page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

for (const [path, save, message] of [
  ['/coach/availability', 'Save availability', 'Availability saved.'],
  ['/coach/profile', 'Save profile', 'Profile saved.'],
] as const) {
  test(`covers no control of ${path} at any width`, {
    tag: ['@ours', '@full', '@extra-x14'],
  }, async ({ page }) => {
    await logIn(page, demo.coach.email, demo.coach.password);
    await page.goto(path);
    await settled(page);
    const found: Record<string, object> = {};
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 700 ? 740 : 800 });
      await page.getByRole('button', { name: save }).click();
      const toast = page.getByRole('alert').filter({ hasText: message });
      await expect(toast).toBeVisible();
      const under = await scrollThrough(page, toast);
      if (Object.keys(under).length > 0) found[`${width} px`] = under;
    }
    expect(found).toEqual({});
  });
}

test('covers no control of the booking page with its summary', {
  tag: ['@ours', '@full', '@extra-x14'],
}, async ({ page }) => {
  test.setTimeout(240_000);
  await logIn(page, demo.coach.email, demo.coach.password);
  const found: Record<string, object> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 700 ? 740 : 800 });
    await page.goto('/coach/availability');
    await settled(page);
    await page.getByRole('button', { name: 'Save availability' }).click();
    const toast = page.getByRole('alert').filter({ hasText: 'Availability saved.' });
    await expect(toast).toBeVisible();
    await toast.dispatchEvent('pointerover');
    await goOn(page, '/booking/1');
    await daysLoaded(page);
    const under = await scrollThrough(page, toast);
    if (Object.keys(under).length > 0) found[`${width} px`] = under;
  }
  expect(found).toEqual({});
});

/** Returns controls that are covered while focused. Stricter than WCAG 2.4.11: partial cover fails. */
const coveredInFocus = (page: Page) =>
  page.evaluate(async () => {
    const nameOf = (control: HTMLElement) =>
      control.getAttribute('aria-label') ?? (control.textContent?.trim() || control.id);
    const isThere = (control: HTMLElement) => {
      const { width, height } = control.getBoundingClientRect();
      const seen = control.checkVisibility({ visibilityProperty: true }) && width > 2;
      return seen && height < innerHeight / 2 && !control.closest('[inert]');
    };
    const endsOf = (control: HTMLElement) => {
      const { top, bottom } = control.getBoundingClientRect();
      return control.matches('textarea') ? [top + 2] : [top + 2, bottom - 2];
    };
    const isFree = (control: HTMLElement) => {
      const { left, right } = control.getBoundingClientRect();
      const own = control.closest('label') ?? control;
      return endsOf(control).every((y) => {
        const hit = document.elementFromPoint((left + right) / 2, y);
        return hit !== null && (own.contains(hit) || hit.contains(control));
      });
    };
    const controls = document.querySelectorAll<HTMLElement>(
      'main :is(a[href], button, input, select, textarea), footer a[href]',
    );
    const found: string[] = [];
    for (const control of [...controls].filter(isThere)) {
      control.focus();
      await new Promise(requestAnimationFrame);
      if (!isFree(control)) found.push(nameOf(control));
    }
    return found;
  });

test('keeps focused controls clear of the summary', {
  tag: ['@full', '@extra-B5'],
}, async ({ page }) => {
  await signIn(page);
  const found: Record<string, string[]> = {};
  for (const width of [320, ...widths]) {
    await page.setViewportSize({ width, height: width < 700 ? 640 : 800 });
    await page.goto('/booking/1');
    await pickSlot(page, 2);
    await page.getByRole('button', { name: 'Change time zone' }).click();
    const under = await coveredInFocus(page);
    if (under.length > 0) found[`${width} px`] = under;
  }
  expect(found).toEqual({});
});
