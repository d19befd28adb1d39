import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { root } from 'workspace';
import { expect, test } from './support/site/fixtures';
import { serveFolder } from './support/site/serve-folder';

const folder = path.join(root, 'e2e/fixtures/stock-host');

test('shows the booking page in a stock federation host', async ({ page, site, allowErrors }) => {
  allowErrors('404 /favicon.ico');
  const out = path.join(root, '.data/e2e/stock-host');
  execFileSync(
    process.execPath,
    [path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js'), 'build', '--log-level', 'error'],
    {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '', OUT: out },
    },
  );
  const server = await serveFolder(out);
  await page.goto(`${server.url}/?site=${encodeURIComponent(site.urls.site)}`);
  await expect(page.getByRole('heading', { name: 'Nova' })).toBeVisible();
  await expect(page.getByText('One-on-one coaching').first()).toBeVisible();
  expect(
    await page.evaluate(() =>
      (
        globalThis as unknown as { __FEDERATION__: { __INSTANCES__: { name: string }[] } }
      ).__FEDERATION__.__INSTANCES__.map(({ name }) => name),
    ),
  ).toEqual(['stock', 'mf_booking']);
  server.close();
});
