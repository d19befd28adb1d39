import { afterEach, beforeEach, expect, test } from 'vitest';
import { OverlayStore, readRelease, type Store } from '../src/index';
import { build, release } from './build';
import { type OpenedStore, storeKinds } from './stores';

let opened: OpenedStore;
let store: Store;
beforeEach(async () => {
  const [, directory] = storeKinds[0] as (typeof storeKinds)[number];
  opened = await directory();
  store = new OverlayStore(opened.store);
});
afterEach(() => opened.close());

const ICON = 'static/svg/icon.0123456789.svg';
const built = (handle: string, path = '/booking') =>
  build({
    routes: `[{ id: 'booking', path: '${path}', Component: () => null, handle: ${handle} }]`,
    web: { [ICON]: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  });
const readRoute = async (handle: string, path?: string) => {
  const { name, version } = await release(store, built(handle, path));
  return (await readRelease(store, name, version))?.routes[0];
};

test("records a route's menu entry and sitemap paths", async () => {
  const menu = `{ label: 'Book', group: 'Shop', icon: '/_carry_assets_/${ICON}' }`;
  expect(await readRoute(`{ query: ['a'], menu: ${menu}, sitemap: ['/booking'] }`)).toMatchObject({
    query: ['a'],
    menu: { label: 'Book', group: 'Shop', icon: `web/${ICON}` },
    sitemap: ['/booking'],
  });
});

test('records sitemap paths only for routes that list them', async () => {
  expect(
    await readRoute("{ sitemap: ['/booking/1', '/booking/2'] }", '/booking/:id'),
  ).toMatchObject({
    sitemap: ['/booking/1', '/booking/2'],
  });
  const silent = await readRoute('{}');
  expect(silent).not.toHaveProperty('menu');
  expect(silent).not.toHaveProperty('sitemap');
});

test('records which routes show frames as soon as they open', async () => {
  const frames = "frames: () => ['https://player.example']";
  expect(await readRoute(`{ ${frames} }`)).toMatchObject({ frames: true });
  expect(await readRoute(`{ ${frames}, framesOnDemand: true }`)).not.toHaveProperty('frames');
  expect(await readRoute('{}')).not.toHaveProperty('frames');
});

test('records frames of a layout for the routes in it', async () => {
  const routesIn = async (layout: string) => {
    const routes = `[{ handle: ${layout}, children: [
      { id: 'booking', path: '/booking', Component: () => null },
      { id: 'late', path: '/booking/late', Component: () => null, handle: { frames: () => [], framesOnDemand: true } },
    ] }]`;
    const { name, version } = await release(store, build({ routes }));
    return (await readRelease(store, name, version))?.routes.map(({ id, frames }) => [id, frames]);
  };
  const frames = "frames: () => ['https://player.example']";
  expect(await routesIn(`{ ${frames} }`)).toEqual([
    ['booking', true],
    ['late', undefined],
  ]);
  expect(await routesIn(`{ ${frames}, framesOnDemand: true }`)).toEqual([
    ['booking', undefined],
    ['late', undefined],
  ]);
});

test.each([
  ["{ menu: 'Book' }", /has a malformed menu entry/],
  ['{ menu: null }', /has a malformed menu entry/],
  ["{ menu: { label: '' } }", /has a malformed menu entry/],
  [`{ menu: { label: '${'x'.repeat(61)}' } }`, /has a malformed menu entry/],
  ["{ menu: { label: 'Book', icon: 'https://evil.example/x.svg' } }", /has a malformed menu entry/],
  [
    "{ menu: { label: 'Book', icon: '/_carry_assets_/../../x.svg' } }",
    /has a malformed menu entry/,
  ],
  [
    "{ menu: { label: 'Book', icon: '/_carry_assets_/static/svg/other.svg' } }",
    /a menu icon that its build did not emit \(web\/static\/svg\/other\.svg\)/,
  ],
  ["{ sitemap: '/booking' }", /has a sitemap that is not a list of paths/],
  ["{ sitemap: ['booking'] }", /has a sitemap that is not a list of paths/],
  ["{ sitemap: ['//evil.example/'] }", /has a sitemap that is not a list of paths/],
  ["{ sitemap: ['/booking<script>'] }", /has a sitemap that is not a list of paths/],
  ["{ sitemap: ['/login'] }", /lists \/login in its sitemap, which is not one of its pages/],
])('refuses a handle %s', async (handle, why) => {
  await expect(release(store, built(handle))).rejects.toThrow(why);
});

test('leaves out the menu entry of a route without address', async () => {
  await expect(
    release(store, built("{ menu: { label: 'Book' } }", '/booking/:id')),
  ).rejects.toThrow(/is not an address that a link could have/);
});

test('keeps a setting in a path as a placeholder', async () => {
  const route =
    "(shell) => [{ id: 'booking', path: '/booking/' + shell.site.settings.coachSlug, Component: () => null }]";
  const dist = build({
    server: `exports.default = { contractVersion: 2, createRoutes: ${route} };`,
  });
  const { name, version } = await release(store, dist);
  expect((await readRelease(store, name, version))?.routes[0]?.path).toBe('/booking/{coachSlug}');
});
