import { readRelease } from '@carry/releases';
import { liveVersion, openStore } from './support/releases/releases';
import { settled } from './support/site/actions';
import { expect, test } from './support/site/fixtures';

test('shows releases, owners, times and shared versions on Alt+Shift+I', {
  tag: '@full',
}, async ({ page, site }) => {
  await page.goto('/booking/1');
  await settled(page);
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).hover();
  await expect
    .poll(() => page.evaluate(() => performance.getEntriesByName('mf-account /login').length))
    .toBe(1);
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .every((entry) => entry.startTime + entry.duration < performance.now() - 500),
  );
  await page.keyboard.press('Alt+Shift+KeyI');
  const panel = page.getByRole('region', { name: 'Inspector' });
  await expect(panel).toBeVisible();
  const cells = (remote: string) =>
    panel
      .getByRole('row', { name: new RegExp(`^${remote}`) })
      .getByRole('cell')
      .allTextContents();
  const measured = (remote: string) =>
    page.evaluate(
      ([entry, routes]) =>
        [entry, routes].map((prefix) =>
          performance
            .getEntriesByType('measure')
            .find(({ name }) => name.startsWith(prefix as string)),
        ),
      [`${remote} entry`, `${remote} /`],
    );
  for (const [remote, shown] of [
    ['mf-booking', 'yes'],
    ['mf-account', 'no'],
  ] as const) {
    const [version, isShown, entry, routes, files, size] = await cells(remote);
    expect([version, isShown]).toEqual([await liveVersion(site, remote), shown]);
    const [entryMs, routesMs] = (await measured(remote)).map(
      (measure) => `${Math.round(measure?.duration ?? -1)} ms`,
    );
    expect([entry, routes]).toEqual([entryMs, routesMs]);
    const asked = await page.evaluate(
      (folder) =>
        performance.getEntriesByType('resource').flatMap(({ name }) => name.split(folder)[1] ?? []),
      `/remotes/${remote}/${version}/`,
    );
    expect(Number(files)).toBe(asked.length);
    const record = await readRelease(openStore(site), remote, version as string);
    const overNetwork = [...new Set(asked)].map(
      (file) => (record?.files[file]?.brotli?.bytes ?? Number.NaN) + 300,
    );
    expect(size).toBe(`${(overNetwork.reduce((sum, bytes) => sum + bytes) / 1024).toFixed(1)} KB`);
  }
  await expect(panel).toContainText(
    /Shared: react 19\.\d+\.\d+, react-dom 19\.\d+\.\d+, react-dom\/client 19\.\d+\.\d+, react-router-dom 7\.\d+\.\d+, react\/jsx-runtime 19/,
  );
  const outline = () =>
    page.locator('[data-remote=mf-booking]').evaluate((box) => getComputedStyle(box).outlineStyle);
  expect(await outline()).toBe('dashed');
  await page.keyboard.press('Alt+Shift+KeyI');
  await expect(panel).toHaveCount(0);
  expect(await outline()).toBe('none');

  await site.restart('site', { PREVIEWS: 'off' });
  await page.goto('/booking/1');
  await settled(page);
  await page.keyboard.press('Alt+Shift+KeyI');
  await page.waitForTimeout(500);
  await expect(panel).toHaveCount(0);
  await site.restart('site');
});
