import { demo } from 'api/demo';
import type { Locator, Page } from 'playwright/test';
import { widths } from './support/pages/screens';
import { daysLoaded, logIn, pickSlot, settled, signIn } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

const TABS = 60;

/** Returns the name of the focused control if the toast covers it. */
const coveredFocus = (toast: Element): string | null => {
  const control = document.activeElement;
  if (!control || control === document.body || toast.contains(control)) return null;
  const [box, over] = [control.getBoundingClientRect(), toast.getBoundingClientRect()];
  const beside = box.left >= over.right || box.right <= over.left;
  const apart = box.top >= over.bottom || box.bottom <= over.top;
  return beside || apart || box.height > innerHeight / 2 ? null : control.outerHTML.slice(0, 120);
};

/** Tabs through the page while a toast stays; returns the controls that it covers while they have the focus. */
async function coveredByToast(page: Page, toast: Locator): Promise<string[]> {
  await toast.dispatchEvent('pointerover');
  const found: (string | null)[] = [];
  const focused = new Set<string>();
  for (let tabs = 0; tabs < TABS; tabs++) {
    await toast.dispatchEvent('pointerover'); // keeps it after a blur
    found.push(await toast.evaluate(coveredFocus));
    focused.add(await page.evaluate(() => document.activeElement?.outerHTML ?? ''));
    await page.keyboard.press('Tab');
  }
  expect(focused.size).toBeGreaterThan(TABS / 4);
  await expect(toast).toBeInViewport({ ratio: 1 });
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toHaveCount(0);
  return found.filter((control) => control !== null);
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
  test(`a toast never covers the focused control of ${path}`, {
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
      const under = await coveredByToast(page, toast);
      if (under.length > 0) found[`${width} px`] = under;
    }
    expect(found).toEqual({});
  });
}

test('a toast never covers the focused control above a bottom bar', {
  tag: ['@ours', '@extra-x14'],
}, async ({ page }) => {
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/coach/availability');
  await settled(page);
  await page.getByRole('button', { name: 'Save availability' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Availability saved.' });
  await toast.dispatchEvent('pointerover');
  await goOn(page, '/booking/1');
  await daysLoaded(page);
  expect(await coveredByToast(page, toast)).toEqual([]);
});

test('a toast breaks a long email on a phone', {
  tag: ['@ours', '@extra-x14'],
}, async ({ page }) => {
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/coach/availability');
  await settled(page);
  await page.getByRole('button', { name: 'Save availability' }).click();
  const toast = page.getByRole('alert').filter({ hasText: 'Availability saved.' });
  await toast.dispatchEvent('pointerover');
  await toast.locator('span').evaluate((text) => {
    text.textContent = `${'a'.repeat(64)}@example.com is an operator now`;
  });
  const long = page.getByRole('alert').filter({ hasText: '@example.com' });
  await expect(long).toBeInViewport({ ratio: 1 });
  await expect(long.getByRole('button', { name: 'Dismiss' })).toBeInViewport({ ratio: 1 });
  const text = await long.locator('span').evaluate((span) => span.scrollWidth - span.clientWidth);
  expect(text).toBeLessThanOrEqual(0);
});

/** Returns controls that are covered while focused. Stricter than WCAG 2.4.11: partial cover fails. */
const coveredInFocus = (page: Page) =>
  page.evaluate(async () => {
    const getName = (control: HTMLElement) =>
      control.getAttribute('aria-label') ?? (control.textContent?.trim() || control.id);
    const isThere = (control: HTMLElement) => {
      const { width, height } = control.getBoundingClientRect();
      const seen = control.checkVisibility({ visibilityProperty: true }) && width > 2;
      return seen && height < innerHeight / 2 && !control.closest('[inert]');
    };
    /** The middle of the first line's top and of the last line's bottom. */
    const findEnds = (control: HTMLElement) => {
      const lines = [...control.getClientRects()];
      const ends = [lines[0], lines.at(-1)].map((line = new DOMRect(), index) => ({
        x: (line.left + line.right) / 2,
        y: index === 0 ? line.top + 2 : line.bottom - 2,
      }));
      return control.matches('textarea') ? ends.slice(0, 1) : ends;
    };
    const isFree = (control: HTMLElement) => {
      const own = control.closest('label') ?? control;
      return findEnds(control).every(({ x, y }) => {
        const hit = document.elementFromPoint(x, y);
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
      if (!isFree(control)) found.push(getName(control));
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
    await expect(page.getByLabel('Show times in')).toBeFocused(); // its script loads late
    const under = await coveredInFocus(page);
    if (under.length > 0) found[`${width} px`] = under;
  }
  expect(found).toEqual({});
});
