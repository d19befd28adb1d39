import { demo } from 'api/demo';
import type { Page } from 'playwright/test';
import { logIn, settled } from './actions';
import { expect, test } from './fixtures';

const widths = [360, 390, 768, 1280];

/** The controls that a point of a toast lies on. */
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

for (const [path, save, message] of [
  ['/coach/availability', 'Save availability', 'Availability saved.'],
  ['/coach/profile', 'Save profile', 'Profile saved.'],
] as const) {
  test(`a toast covers no control of ${path}, at any width, however far one scrolls`, {
    tag: '@ours',
  }, async ({ page }) => {
    await logIn(page, demo.coach.email, demo.coach.password);
    await page.goto(path);
    await settled(page);
    const found: Record<string, string[]> = {};
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 700 ? 740 : 800 });
      await page.getByRole('button', { name: save }).click();
      const toast = page.getByRole('alert').filter({ hasText: message });
      await expect(toast).toBeVisible();
      await toast.dispatchEvent('pointerover'); // its clock stands still
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
        if (under.length > 0) found[`${width} px at ${y}`] = under;
      }
      expect(seen.filter(Boolean).length, `seen at ${width} px`).toBeGreaterThan(seen.length / 4);
      await page.evaluate(() => scrollTo(0, 0));
      await toast.getByRole('button', { name: 'Dismiss' }).click();
      await expect(toast).toHaveCount(0);
    }
    expect(found).toEqual({});
  });
}
