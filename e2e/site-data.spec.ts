import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SiteFile } from '@carry/contracts/site';
import { addOwner, DirectoryStore, installSite } from '@carry/releases';
import { startMinimalServer } from '@carry/releases/gates';
import { publishRemote } from 'workspace/publish-remote';
import { startSite } from 'workspace/start-site';
import { openStore, restore, waitForRelease } from './support/releases/releases';
import { buildVariant } from './support/releases/variant';
import { expect, test } from './support/site/fixtures';

const why = { why: 'test' };

/** Describes a remote with a new name, path, navigation entry and third party. */
const shop = () =>
  buildVariant(
    'mf-marketing',
    [
      { file: '../package.json', from: /"budgets": \{[^}]*\}/, to: '"budgets": { "*": 100000 }' },
      {
        file: 'remote.ts',
        from: /[\s\S]+/,
        to: `import { defineRemote, lazyRoute } from '@carry/remote-kit';
export default defineRemote((shell) => [
  { path: '/shop', ...lazyRoute('shop', () => import('./routes/how-it-works'), true) },
  { path: '/shop/' + shell.site.settings.street, ...lazyRoute('street', () => import('./routes/how-it-works'), false) },
]);\n`,
      },
      {
        file: 'routes/how-it-works.tsx',
        from: /[\s\S]+/,
        to: `import { useShell } from '@carry/remote-kit';
function Hats() {
  const { site, leave, notify, loadScript, auth } = useShell();
  const pay = (url: string) => () => leave('till', url) || notify.toast('Not there.');
  const load = (url: string) => () =>
    void loadScript<string>(url, 'Till').then(notify.toast, () => notify.toast('Not let in.'));
  const enter = () => void auth.signIn({ access: 'opaque', refresh: 'ticket' });
  return (
    <>
      <h1>All our hats</h1>
      <p>{\`In \${site.settings.street}, since \${site.settings.since}\`}</p>
      <button type="button" onClick={pay('https://till.example/pay')}>Pay</button>
      <button type="button" onClick={pay('https://checkout.stripe.com/pay')}>Pay elsewhere</button>
      <button type="button" onClick={load('https://js.till.example/till.js')}>Open the till</button>
      <button type="button" onClick={load('https://js.stripe.com/basil/stripe.js')}>Open another till</button>
      <button type="button" onClick={enter}>Enter</button>
    </>
  );
}
const handle = { query: [], menu: { group: 'Wares', label: 'Hats' }, sitemap: ['/shop'] };
export const route = (listed: boolean) => ({ Component: Hats, ...(listed && { handle }) });\n`,
      },
    ],
    { name: 'mf-shop' },
  );

const hats: SiteFile = {
  schema: 1,
  name: 'Hats',
  owners: { 'mf-shop': { paths: ['/shop'] } },
  settings: {
    street: { kind: 'slug', value: 'hat-lane' },
    since: { kind: 'text', value: '1821' },
    tillKey: { kind: 'text' },
    mapKey: { kind: 'text' },
  },
  redirects: { till: ['https://till.example'] },
  thirdParties: {
    till: {
      setting: 'tillKey',
      scripts: ['https://js.till.example'],
      calls: ['https://api.till.example'],
    },
    map: { setting: 'mapKey', frames: ['https://map.example'] },
  },
  session: { profile: '/who', renew: '/ticket', revoke: '/ticket/end' },
  frame: {
    logo: { viewBox: '0 0 8 8', paths: [{ d: 'M0 0h8v8z', fill: '#112233' }] },
    slogan: 'Nothing but {name}.',
    header: [{ label: 'Write to us', url: 'https://post.example/' }],
    session: {
      visitor: [{ label: 'Come in', path: '/shop', always: true }],
      member: [{ label: 'My hats', path: '/shop/mine', always: true }],
      signOut: 'Leave',
    },
    selector: { group: 'Wares', label: 'Ware', placeholder: 'Choose a ware' },
    links: [{ group: 'Elsewhere', label: 'Our street', url: 'https://street.example/' }],
    end: [{ label: 'Imprint', url: '/shop' }],
    head: {
      description: '{name} for every head.',
      picture: { path: '/assets/social/hats.png', alt: 'A hat' },
    },
  },
};

test('runs another product on the same shell from its site file', async ({
  page,
  expectErrors,
}) => {
  expectErrors('404 /nowhere');
  test.setTimeout(240_000);
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-product-'));
  const store = new DirectoryStore(path.join(folder, 'releases'));
  const dist = shop();
  await expect(publishRemote('mf-shop', store, { why: 'test', dist })).rejects.toThrow(
    /claims \/shop, which is outside its ownership \(none\)/,
  );
  await installSite(store, hats, why);
  const { version } = await publishRemote('mf-shop', store, { why: 'test', dist });
  const api = await startMinimalServer();
  const pictures = path.join(folder, 'pictures');
  mkdirSync(path.join(pictures, 'social'), { recursive: true });
  writeFileSync(path.join(pictures, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  writeFileSync(path.join(pictures, 'social/hats.png'), 'a hat');
  const site = await startSite(
    { store, apiUrl: api.url, folder, log: () => {} },
    { SITE_FILES: pictures, SITE_SETTINGS: '{"since":"1822","tillKey":"key"}' },
  );
  try {
    const answer = await page.request.get(`${site.url}/shop`);
    expect(answer.headers()['x-composition']).toBe(`mf-shop@${version}`);
    expect(await answer.text()).toMatch(/<h1[^>]*>All our hats<\/h1>/);
    expect((await page.request.get(`${site.url}/readyz`)).status()).toBe(200);
    expect(await (await page.request.get(`${site.url}/sitemap.xml`)).text()).toContain(
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${site.url}/shop</loc></url></urlset>`,
    );
    const policies = answer.headers()['content-security-policy'];
    expect(policies).toContain(`connect-src 'self' ${api.url} https://api.till.example;`);
    expect(policies).toContain("frame-src 'none';");
    expect(policies).not.toMatch(/stripe|google/);
    const html = await answer.text();
    expect(html).toContain('In hat-lane, since 1822');
    expect(html).toContain('content="Hats for every head."');
    expect(html).toContain(`content="${site.url}/assets/social/hats.png"`);
    expect(html.replace(/"carry-(boot|visit|later)"/g, '')).not.toMatch(
      /Carry|Discord|coach|esports|Login|Register|My Sessions|stripe/i,
    );
    expect((await page.request.get(`${site.url}/shop/hat-lane`)).status()).toBe(200);
    expect((await page.request.get(`${site.url}/shop/nova`)).status()).toBe(404);
    const manifest = await page.request.get(`${site.url}/manifest.webmanifest`);
    expect(await manifest.json()).toMatchObject({ name: 'Hats' });
    expect(await (await page.request.get(`${site.url}/assets/logo.svg`)).text()).toContain('<svg');
    expect((await page.request.get(`${site.url}/assets/social/hats.png`)).status()).toBe(200);
    for (const ours of ['/', '/cs2', '/booking/1', '/login'])
      expect((await page.request.get(site.url + ours)).status(), ours).toBe(404);

    await page.goto(`${site.url}/nowhere`);
    const groups = page.getByRole('contentinfo').getByRole('navigation');
    await expect(groups.getByRole('heading')).toHaveText(['Wares', 'Elsewhere']);
    await expect(groups.getByRole('link', { name: 'Our street' })).toHaveAttribute(
      'href',
      'https://street.example/',
    );
    const banner = page.getByRole('banner');
    await expect(banner.getByRole('link')).toHaveText([' Hats', 'Write to us', 'Come in']);
    await expect(banner.locator('svg path').first()).toHaveAttribute('fill', '#112233');
    await expect(page.getByRole('contentinfo')).toContainText('Nothing but Hats.');
    await expect(page).toHaveTitle('Page not found | Hats');
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

    await page.route('https://js.till.example/**', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: "window.Till = 'The till is open.';" }),
    );
    await page.getByRole('button', { name: 'Open the till' }).click();
    await expect(page.getByText('The till is open.')).toBeVisible();
    await page.getByRole('button', { name: 'Open another till' }).click();
    await expect(page.getByText('Not let in.')).toBeVisible();

    api.answer('GET /who', { body: { email: 'kim@hats.example' } });
    api.answer('POST /ticket/end', { body: {} });
    api.calls.length = 0;
    await page.getByRole('button', { name: 'Enter' }).click();
    await expect(banner.getByRole('link', { name: 'My hats' })).toBeVisible();
    await banner.getByRole('button', { name: 'Leave' }).click();
    await expect(banner.getByRole('link', { name: 'Come in' })).toBeVisible();
    await expect
      .poll(() => api.calls.map(({ call, body }) => [call, body]))
      .toEqual([
        ['GET /who', undefined],
        ['POST /ticket/end', { refresh: 'ticket' }],
      ]);

    await page.getByRole('button', { name: 'Pay elsewhere' }).click();
    await expect(page.getByText('Not there.')).toBeVisible();
    await page.route('https://till.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>The till</title>' }),
    );
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page).toHaveTitle('The till');
  } finally {
    await site.close();
    api.close();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('adds a game to the navigation without a new shell', {
  tag: '@full',
}, async ({ page, site }) => {
  test.setTimeout(240_000);
  const store = openStore(site);
  const dist = buildVariant('mf-marketing', [
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
      from: '  fortnite: {\n    headline:',
      to: "  apex: { headline: 'Apex Legends Coaching', tagline: 'Land, loot, rotate.' },\n  fortnite: {\n    headline:",
    },
    {
      file: 'games/picture.ts',
      from: 'lol, dota2, fortnite }',
      to: 'lol, dota2, fortnite, apex: fortnite }',
    },
    {
      file: 'games/scenes.ts',
      from: '  fortnite: {',
      to: '  apex: { 640: fortnite, 1600: largeFortnite },\n  fortnite: {',
    },
  ]);
  const { pid } = site.services.site;
  try {
    await expect(publishRemote('mf-marketing', store, { why: 'test', dist })).rejects.toThrow(
      /claims \/apex, which is outside its ownership/,
    );
    expect((await page.request.get('/booking/1')).status()).toBe(200); // cached, with the previous navigation
    await addOwner(store, 'mf-marketing', { owner: { paths: ['/apex'] }, ...why });
    const { version } = await publishRemote('mf-marketing', store, { why: 'test', dist });
    await waitForRelease(site, `mf-marketing@${version}`);
    expect(await (await page.request.get('/apex')).text()).toMatch(
      /<h1[^>]*>(<[^>]+>)*Apex Legends(<[^>]+>)* Coaching/,
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
