import { demo } from 'api/demo';
import type { Page } from 'playwright/test';
import { violationsAt } from './support/pages/accessibility';
import { widths } from './support/pages/screens';
import { beyondWindow } from './support/pages/sideways';
import { logIn, newAddress, settled } from './support/site/actions';
import { addCoach, callAsOperator, setFirstPassword } from './support/site/coaches';
import { expect, test } from './support/site/fixtures';
import { setUpSecondFactor } from './support/site/operator';

/** Collects violations at five widths in both themes, and parts that are wider than the window. */
function inspect(page: Page) {
  const found: Record<string, string[]> = {};
  const look = async (name: string) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 700 ? 844 : 900 });
      await settled(page);
      for (const theme of ['dark', 'light'] as const) {
        const here = await violationsAt(page, theme);
        if (here.length > 0) found[`${name} ${width} ${theme}`] = here;
      }
      const wide = await beyondWindow(page);
      if (wide.length > 0) found[`${name} ${width} is too wide`] = wide;
    }
  };
  return { look, found };
}

test.beforeEach(async ({ page }) => {
  test.setTimeout(900_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('has no violation while pictures are cropped', {
  tag: ['@full', '@ours', '@extra-B5'],
}, async ({ page }) => {
  const { look, found } = inspect(page);
  const file = { name: 'me.png', mimeType: 'image/png', buffer: await page.screenshot() };
  await logIn(page, demo.coach.email, demo.coach.password);
  await page.goto('/coach/profile');
  await page.getByLabel('Upload a picture').setInputFiles(file);
  await expect(page.getByRole('img', { name: 'Preview of your portrait' })).toBeVisible();
  await look('portrait');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.locator('#new-gallery').setInputFiles(file);
  await expect(page.getByRole('img', { name: 'Preview of your picture' })).toBeVisible();
  await page.getByRole('button', { name: 'Add this picture' }).click();
  await expect(page.getByRole('main').getByRole('alert')).toBeVisible();
  await look('gallery, mistake');
  expect(found).toEqual({});
});

test('has no violation while a second factor is set up', {
  tag: ['@full', '@ours', '@extra-B5'],
}, async ({ page, site, expectErrors }) => {
  expectErrors('403 /api/operator/overview/', '403 /api/operator/incidents/');
  const { look, found } = inspect(page);
  const [operator, email] = [callAsOperator(site), newAddress()];
  await addCoach(operator, { email, name: 'Ada', rate: 30 });
  await setFirstPassword(page, site, email); // an operator needs a verified address
  await operator('POST', 'operators/', { email });
  await page.goto('/operator');
  await setUpSecondFactor(page, look);
  expect(found).toEqual({});
});
