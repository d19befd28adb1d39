import type { Page } from 'playwright/test';
import { expect, siteStops, test } from './support/site/guard';

const SITE = 'http://localhost:1';

/** Opens a page, resets its connection and waits for the console error. */
async function openWhileReset(page: Page): Promise<void> {
  await page.route(`${SITE}/**`, (route) =>
    route.request().isNavigationRequest()
      ? route.fulfill({ contentType: 'text/html', body: '<title>A page</title>' })
      : route.abort('connectionreset'),
  );
  await page.goto(`${SITE}/`);
  const printed = page.waitForEvent('console');
  await page.evaluate(() => fetch('/data').catch(() => {}));
  expect((await printed).text()).toContain('ERR_CONNECTION_RESET');
}

test.describe('connection reset', () => {
  test('allows it in a test that has stopped the site', async ({ page }) => {
    siteStops();
    await openWhileReset(page);
  });

  // runs in the same process after the previous test, whose permission must have ended
  test('fails every other test', async ({ page }) => {
    test.fail(true, 'the guard must fail this test');
    await openWhileReset(page);
  });

  test('expects it in a test that announces it', async ({ page, expectErrors }) => {
    expectErrors('ERR_CONNECTION_RESET /data');
    await openWhileReset(page);
  });
});
