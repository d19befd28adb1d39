import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { copyWorkspace } from 'workspace/copy';
import { readSiteFile } from 'workspace/site';
import { getCommands } from './support/pages/documents';
import { restore } from './support/releases/releases';
import { expect, test } from './support/site/fixtures';
import { asOperator } from './support/site/keys';

test('publishes a new remote with the commands of docs/guides/add-a-remote.md', {
  tag: '@full',
}, async ({ page, site }) => {
  test.setTimeout(240_000);
  const copy = copyWorkspace();
  try {
    const env = {
      ...process.env,
      ...asOperator(),
      RELEASES_STORE: site.store,
      NODE_OPTIONS: '',
    };
    expect((await page.request.get('/help')).status()).toBe(404);
    const { pid } = site.services.site;
    const commands = getCommands('docs/guides/add-a-remote.md');
    expect(commands).toHaveLength(4);
    for (const command of commands) {
      const { status, stdout, stderr } = spawnSync(command, {
        cwd: copy,
        env,
        shell: true,
        encoding: 'utf8',
      });
      expect(status, `${command}\n${stdout}\n${stderr}`).toBe(0);
    }
    const workflow = readFileSync(path.join(copy, '.github/workflows/release.yml'), 'utf8');
    const { owners } = readSiteFile(path.join(copy, 'tools/workspace/site.json'));
    expect(workflow.match(/(?<=- remote: ).*/g)).toEqual(Object.keys(owners).sort());
    expect(workflow).toContain('- remote: mf-help\n            key: RELEASES_KEY_MF_HELP\n');
    await expect
      .poll(async () => (await page.request.get('/help')).status(), { timeout: 3000 })
      .toBe(200);
    expect(await (await page.request.get('/help')).text()).toMatch(/<h1[^>]*>Help<\/h1>/);
    expect(site.services.site.pid).toBe(pid);
    await page.goto('/help');
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
    await expect(page.locator('[data-remote=mf-help]')).toBeVisible();
    await expect(page).toHaveTitle('Help | Carry');
    for (const [args, words] of [
      [['mf-other', '--path', '/help'], /\/help belongs to mf-help/],
      [['mf-other', '--path', '/booking/x'], /belongs to mf-booking/],
      [['mf-help', '--path', '/more'], /exists already/],
      [['help', '--path', '/more'], /usage/],
    ] as const) {
      const { status, stderr } = spawnSync(
        process.execPath,
        ['tools/commands/run.mjs', 'new-remote', ...args],
        { cwd: copy, encoding: 'utf8' },
      );
      expect(status).toBe(1);
      expect(stderr).toMatch(words);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
    await restore(site);
  }
});
