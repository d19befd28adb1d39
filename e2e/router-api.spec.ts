import { addOwner } from '@carry/releases';
import { publishRemote } from 'workspace/publish-remote';
import { openStore, restore, waitForRelease } from './support/releases/releases';
import { buildFixture } from './support/releases/variant';
import { expect, test } from './support/site/fixtures';

test('supports actions, fetchers, blockers and NavLink in a remote', async ({ page, site }) => {
  const store = openStore(site);
  const dist = buildFixture('router', { name: 'mf-router' });
  try {
    await addOwner(store, 'mf-router', { owner: { paths: ['/router'] }, why: 'test' });
    const { version } = await publishRemote('mf-router', store, { why: 'test', dist });
    await waitForRelease(site, `mf-router@${version}`);
    expect(await (await page.request.get('/router')).text()).toMatch(
      /<a[^>]*aria-current="page"[^>]*>Here<\/a>/,
    );

    await page.goto('/router');
    await page.evaluate(() => Object.assign(globalThis, { samePage: true }));
    await expect(page.getByText('came later')).toBeVisible();
    const answer = page.getByLabel('Answer', { exact: true });
    await page.getByRole('button', { name: 'Submit by hand' }).click();
    await expect(answer).toHaveText('sent by hand');
    await page.getByRole('button', { name: 'Send quietly' }).click();
    await expect(page.getByLabel('Quiet answer')).toHaveText('heard quiet');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(answer).toHaveText('sent draft');

    await page.getByRole('link', { name: 'Other' }).click();
    await page.getByRole('button', { name: 'Leave anyway' }).click();
    await expect(page.getByRole('heading', { name: 'Other' })).toBeVisible();
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await expect(page.getByLabel('Loaded')).toHaveText('loaded');
    expect(await page.evaluate(() => Object.hasOwn(globalThis, 'samePage'))).toBe(true);
  } finally {
    await restore(site);
  }
});
