import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addOwner, DirectoryStore, installSite } from '@carry/releases';
import { startMinimalServer } from '@carry/releases/minimal-server';
import { publishRemote } from 'workspace/publish-remote';
import { startSite } from 'workspace/start-site';
import { expect, test } from './fixtures';
import { followed, restore, storeOf } from './releases';
import { buildVariant } from './variant';

const why = { why: 'test' };

/** A remote that no part of this repository knows: another name, another path, another entry in the navigation. */
const shop = () =>
  buildVariant(
    'mf-marketing',
    'shop',
    [
      {
        file: 'remote.ts',
        from: /[\s\S]+/,
        to: `import { defineRemote, lazyRoute } from '@carry/remote-kit';
export default defineRemote(() => [{ path: '/shop', ...lazyRoute('shop', () => import('./routes/how-it-works')) }]);\n`,
      },
      {
        file: 'routes/how-it-works.tsx',
        from: "const title = 'How a session works';",
        to: "const title = 'All our hats';",
      },
      {
        file: 'routes/how-it-works.tsx',
        from: "menu: { group: 'Help', label: title }",
        to: "menu: { group: 'Wares', label: 'Hats' }",
      },
      {
        file: 'routes/how-it-works.tsx',
        from: 'sitemap: [paths.howItWorks]',
        to: "sitemap: ['/shop']",
      },
    ],
    'mf-shop',
  );

test('a product of another remote, other paths and another navigation runs on the same shell, from its own site file', async ({
  page,
  expectErrors,
}) => {
  expectErrors('404 /nowhere');
  test.setTimeout(120_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-product-'));
  const store = new DirectoryStore(path.join(folder, 'releases'));
  const dist = shop();
  await expect(publishRemote('mf-shop', store, 'test', dist)).rejects.toThrow(
    /claims \/shop, which is outside its ownership \(none\)/,
  );
  const selector = { group: 'Wares', label: 'Ware', placeholder: 'Choose a ware' };
  const links = [{ group: 'Elsewhere', label: 'Our street', url: 'https://street.example/' }];
  await installSite(
    store,
    { schema: 1, owners: { 'mf-shop': { paths: ['/shop'] } }, frame: { selector, links } },
    why,
  );
  const { version } = await publishRemote('mf-shop', store, 'test', dist);
  const api = await startMinimalServer();
  const site = await startSite({ store, apiUrl: api.url, folder, log: () => {} });
  try {
    const answer = await page.request.get(`${site.url}/shop`);
    expect(answer.headers()['x-composition']).toBe(`mf-shop@${version}`);
    expect(await answer.text()).toMatch(/<h1[^>]*>All our hats<\/h1>/);
    expect((await page.request.get(`${site.url}/readyz`)).status()).toBe(200);
    expect(await (await page.request.get(`${site.url}/sitemap.xml`)).text()).toContain(
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${site.url}/shop</loc></url></urlset>`,
    );
    for (const ours of ['/', '/cs2', '/booking/1', '/login'])
      expect((await page.request.get(site.url + ours)).status(), ours).toBe(404);

    await page.goto(`${site.url}/nowhere`);
    const groups = page.getByRole('contentinfo').getByRole('navigation');
    await expect(groups.getByRole('heading')).toHaveText(['Wares', 'Elsewhere']);
    await expect(groups.getByRole('link', { name: 'Our street' })).toHaveAttribute(
      'href',
      'https://street.example/',
    );
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Ware:/ })
      .click();
    await expect(page.getByRole('option')).toHaveText(['Hats']);
    await page.getByRole('option', { name: 'Hats' }).click();
    await expect(page).toHaveURL(`${site.url}/shop`);
    await expect(
      page.locator('[data-remote=mf-shop]').getByRole('heading', { level: 1 }),
    ).toHaveText('All our hats');
  } finally {
    await site.close();
    api.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a new game needs a path and a release of its remote, and no new shell: it stands in the navigation of every page', async ({
  page,
  site,
}) => {
  test.setTimeout(120_000);
  const store = storeOf(site);
  const dist = buildVariant('mf-marketing', 'apex', [
    {
      file: 'games/games.ts',
      from: "name: 'Fortnite' },",
      to: "name: 'Fortnite' },\n  { id: 'apex' as 'lol', name: 'Apex Legends' },",
    },
    {
      file: 'games/content.ts',
      from: "  fortnite: 'Build,",
      to: "  apex: 'Drop, loot, and last.',\n  fortnite: 'Build,",
    },
    {
      file: 'games/content.ts',
      from: '  fortnite: { headline:',
      to: "  apex: { headline: 'Apex Legends Coaching', tagline: 'Land, loot, rotate.' },\n  fortnite: { headline:",
    },
    {
      file: 'games/icons.ts',
      from: 'lol, dota2, fortnite }',
      to: 'lol, dota2, fortnite, apex: fortnite }',
    },
    {
      file: 'games/scenes.ts',
      from: 'lol, dota2, fortnite }',
      to: 'lol, dota2, fortnite, apex: fortnite }',
    },
  ]);
  const { pid } = site.services.site;
  try {
    await expect(publishRemote('mf-marketing', store, 'test', dist)).rejects.toThrow(
      /claims \/apex, which is outside its ownership/,
    );
    expect((await page.request.get('/booking/1')).status()).toBe(200); // kept, with the navigation of before
    await addOwner(store, 'mf-marketing', { paths: ['/apex'] }, why);
    const { version } = await publishRemote('mf-marketing', store, 'test', dist);
    await followed(site, `mf-marketing@${version}`);
    expect(await (await page.request.get('/apex')).text()).toMatch(
      /<h1[^>]*>Apex Legends Coaching<\/h1>/,
    );
    expect(await (await page.request.get('/sitemap.xml')).text()).toContain(
      `<loc>${site.urls.site}/apex</loc>`,
    );
    expect(await (await page.request.get('/booking/1')).text()).toContain('href="/apex"');
    await page.goto('/booking/1');
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Game:/ })
      .click();
    const option = page.getByRole('option', { name: 'Apex Legends' });
    await expect(option.locator('img')).toHaveAttribute(
      'src',
      new RegExp(`^/remotes/mf-marketing/${version}/web/`),
    );
    await option.click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Apex Legends Coaching' }),
    ).toBeVisible();
    expect(site.services.site.pid).toBe(pid);
  } finally {
    await restore(site);
  }
});
