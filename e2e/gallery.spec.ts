import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { root } from 'workspace';
import { beyondWindow, wideTables } from './support/pages/sideways';
import { expect, test } from './support/site/guard';
import { serveFolder } from './support/site/serve-folder';

const folder = path.join(root, 'shared-ui');

test.beforeAll(() => {
  execFileSync(
    process.execPath,
    [path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js'), 'build', '--log-level', 'error'],
    {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
    },
  );
});

test('shows every shared-ui component without an accessibility violation', async ({
  page,
  allowErrors,
}) => {
  allowErrors('404 /favicon.ico');
  const server = await serveFolder(path.join(folder, 'dist'));
  for (const theme of ['dark', 'light']) {
    await page.goto(`${server.url}/?theme=${theme}`);
    const sections = page.getByRole('region');
    await expect(sections).not.toHaveCount(0);
    for (const section of await sections.all()) await expect(section).toBeVisible();
    await expect(page.getByText('a bad one')).not.toHaveAttribute('href', /javascript/);
    expect(
      (await new AxeBuilder({ page }).analyze()).violations.map(
        ({ id, nodes }) => `${id} ${nodes[0]?.target}`,
      ),
    ).toEqual([]);
    await page.getByRole('button', { name: 'Open a dialog' }).click();
    await expect(page.getByRole('dialog', { name: 'A dialog' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Open a dialog' })).toBeFocused();
    await page.getByRole('button', { name: 'Show a toast' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'Saved.' })).toBeVisible();
  }
  server.close();
});

test('shows all columns of a table without breaking its words', async ({ page, allowErrors }) => {
  allowErrors('404 /favicon.ico');
  const server = await serveFolder(path.join(folder, 'dist'));
  await page.goto(server.url);
  const title = page.getByRole('rowheader', { name: 'Alexandra Petrova' });
  for (const width of [360, 744, 850, 1000, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    expect([width, ...(await wideTables(page)), ...(await beyondWindow(page))]).toEqual([width]);
    const lines = await title.evaluate((cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    });
    expect([width, lines <= 2]).toEqual([width, true]);
  }
  server.close();
});
