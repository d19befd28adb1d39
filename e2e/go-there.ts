import type { Page } from 'playwright/test';
import { expect } from './support/site/fixtures';

/** Navigates the router to a path without a link, through the history. */
export async function goThere(page: Page, path: string): Promise<void> {
  const start = page.url();
  await expect(page.locator('html[data-hydrated]')).toBeAttached();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    history.back();
  }, path);
  await page.waitForURL(start);
  await page.evaluate(() => void setTimeout(() => history.forward()));
  await page.waitForURL(`**${path}`);
}
