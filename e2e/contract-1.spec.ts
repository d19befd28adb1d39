import { addOwner, readRelease } from '@carry/releases';
import { publishRemote } from 'workspace/publish-remote';
import { expect, test } from './fixtures';
import { followed, restore, storeOf } from './releases';
import { buildFixture } from './variant';

const why = { why: 'test' };

test('a remote built for contract 1 and one of today are on one page, each with the shell as it knows it', {
  tag: '@full',
}, async ({ page, site }) => {
  const store = storeOf(site);
  const dist = buildFixture('contract-1', 'mf-old');
  try {
    await addOwner(store, 'mf-old', { paths: ['/old'] }, why);
    const { version } = await publishRemote('mf-old', store, 'test', dist);
    expect(await readRelease(store, 'mf-old', version)).toMatchObject({ contractVersion: 1 });
    await followed(site, `mf-old@${version}`);

    const html = await (await page.request.get('/old')).text(); // the server has it, too
    expect(html).toMatch(/<h1[^>]*>The old page<\/h1>/);
    expect(html).toMatch(/<title>With Robin\b/);

    await page.goto('/old');
    const old = page.locator('[data-remote=mf-old]');
    await expect(old).toHaveAttribute('data-release', version);
    await expect(old.getByRole('definition')).toHaveText([
      'nova',
      'Robin',
      'https://discord.com/invite/carry-sample',
      /^http\S+, no key$/,
      'altcha',
    ]);
    await old.getByRole('button', { name: 'Who knows?' }).click();
    await expect(page.getByText('Ask Robin.')).toBeVisible();

    await page.evaluate(() => Object.assign(globalThis, { samePage: true }));
    await old.getByRole('link', { name: 'To a page of today' }).click();
    await expect(
      page.locator('[data-remote=mf-account]').getByRole('heading', { name: 'Login' }),
    ).toBeVisible();
    const here = await page.evaluate(() =>
      Object.keys(globalThis).filter((name) => /^mf_|^samePage$/.test(name)),
    );
    expect(here.sort()).toEqual(['mf_account', 'mf_old', 'samePage']);
    await page.goBack();
    await expect(old.getByRole('heading', { name: 'The old page' })).toBeVisible();
    await expect(page).toHaveTitle(/^With Robin\b/);
  } finally {
    await restore(site);
  }
});

test('a release for a contract that is not served is refused, in words that say which are and what has changed', {
  tag: '@full',
}, async ({ site }) => {
  const store = storeOf(site);
  const edit = { file: 'kit.tsx', from: 'CONTRACT_VERSION = 1', to: 'CONTRACT_VERSION = 0' };
  const dist = buildFixture('contract-1', 'mf-old', [edit]);
  await addOwner(store, 'mf-old', { paths: ['/old'] }, why);
  await expect(publishRemote('mf-old', store, 'test', dist)).rejects.toThrow(
    /built for contract 0, this site serves 1 and 2; build it against the current contracts package\. In 1: the first contract\. In 2: shell\.site has no members of one product/,
  );
});
