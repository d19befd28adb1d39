import { readStatus } from './support/releases/visits';
import { expect, test } from './support/site/fixtures';

test('shows a message and Reload, and reports the error', async ({ page, site, expectErrors }) => {
  expectErrors(
    'exception: broken',
    'TypeError: broken',
    'React Router caught the following error during render TypeError: broken',
  );
  await site.restart('site', { REPORTS_SHARE: '1' });
  const releaseReports: string[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/_shell/reports')) return;
    const { reports } = request.postDataJSON() as { reports: { kind: string }[] };
    releaseReports.push(...reports.map(({ kind }) => kind).filter((kind) => kind === 'render'));
  });
  await page.goto('/cs2');
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'onLine', {
      get() {
        throw new TypeError('broken');
      },
    });
    dispatchEvent(new Event('offline'));
  });
  await expect(
    page.getByRole('heading', { name: 'Something went wrong on this page' }),
  ).toBeVisible();
  await expect(page.locator('body')).not.toContainText('broken');
  await expect(page.locator('body')).not.toContainText('Unexpected Application Error');
  const failures = async () => (await readStatus(site)) as unknown as { frameFailures: number };
  await expect.poll(async () => (await failures()).frameFailures).toBe(1);
  expect(site.lines.join('\n')).toMatch(/page frame failed in a browser: TypeError/);
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Something went wrong')).toHaveCount(0);
  expect(releaseReports).toEqual([]);
});
