import type { Page } from 'playwright/test';
import { expect } from './support/site/fixtures';

/** Leads the page's router to a path that no link of the page has, through the history. */
export async function goThere(page: Page, path: string): Promise<void> {
  const start = page.url();
  await expect(page.locator('html[data-alive]')).toBeAttached();
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    history.back();
  }, path);
  await page.waitForURL(start);
  await page.evaluate(() => void setTimeout(() => history.forward()));
  await page.waitForURL(`**${path}`);
}
