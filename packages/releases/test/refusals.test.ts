import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { account, type Build, build, install, listFiles, release } from './build';
import { type OpenedStore, storeKinds } from './stores';

const createCopy = (mark: string): Build => ({ web: { 'lib.0123456789.js': mark } });

describe('release checks', () => {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await (storeKinds[0] as (typeof storeKinds)[number])[1]();
  });
  afterEach(() => opened.close());

  test.each<[string, Build, RegExp]>([
    [
      'another contract',
      { contractVersion: 99 },
      /built for contract 99, this site serves .*; once all sites .* 'releases site serve'$/,
    ],
    [
      'a route outside its ownership',
      { routes: "[{ id: 'x', path: '/login' }]" },
      /claims \/login, which is outside its ownership/,
    ],
    ['no route at all', { routes: '[]' }, /declares no route/],
    [
      'a shared range that the shell does not satisfy',
      { shared: { react: '^20.0.0' } },
      /needs react \^20\.0\.0, the shell has 19\.3\.1/,
    ],
    ['a newer minor than the shell has', { shared: { react: '^19.9.0' } }, /needs react/],
    [
      'a module that the shell does not share',
      { shared: { vue: '^3.0.0' }, imports: { vue: ['ref'] } },
      /uses vue, which this site's shell does not share/,
    ],
    ['a source map', { web: { 'a.0123456789.js.map': '{}' } }, /source maps are not published/],
    [
      'a file without a hash in its name',
      { web: { 'plain.js': 'x' } },
      /has no content hash .*; move it from public\/ to src\/ and import/,
    ],
    [
      'a leftover integrity placeholder',
      { web: { 'b.0123456789.js': '"*-*-*-CHUNK-SRI-HASH-1"' } },
      /unfilled integrity placeholder/,
    ],
    [
      'a server bundle that needs more than is shared',
      { server: "require('fs')" },
      /requires 'fs'/,
    ],
    ['a server bundle that exports nothing', { server: '' }, /does not export/],
    [
      'a router name that the shell does not provide',
      {
        shared: { 'react-router-dom': '^7.18.0' },
        imports: { 'react-router-dom': ['Link', 'Routes'] },
      },
      /uses Routes of react-router-dom.*write routes as objects with lazyRoute/,
    ],
    [
      'the router taken as a whole',
      { shared: { 'react-router-dom': '^7.18.0' }, imports: { 'react-router-dom': ['*'] } },
      /imports react-router-dom as a namespace somewhere/,
    ],
    [
      'a build without facts',
      { manifest: { facts: undefined } },
      /build\.json is malformed.*facts.*build it again with the current kit/,
    ],
    [
      'a build whose facts leave out a shared module',
      {
        manifest: {
          facts: {
            web: { imports: { react: [] }, packages: [] },
            server: { imports: {}, packages: [] },
          },
        },
      },
      /lacks the list of names that it uses from react/,
    ],
    [
      'a second React by its package',
      { packages: ['react'] },
      /bundles react, which the shell provides once/,
    ],
    [
      'the router below the shared one',
      { packages: ['react-router', 'scheduler', 'zustand'] },
      /bundles react-router, which the shell provides once/,
    ],
    [
      'a second React with the places that import it',
      {
        manifest: {
          facts: {
            web: { imports: { react: [] }, packages: [] },
            server: {
              imports: { react: [] },
              packages: ['react-dom'],
              importers: { 'react-dom': ['node_modules/left/index.js:2', 'src/page.tsx:3'] },
            },
          },
        },
      },
      /bundles react-dom \(imported in node_modules\/left\/index\.js:2, imported in src\/page\.tsx:3\), which/,
    ],
    [
      'a lazy route in a chunk without its name',
      {
        routes:
          "[{ id: 'booking', path: '/booking/:id', lazy: async () => ({ Component: () => null }) }]",
        manifest: { routes: { other: ['web/static/route.0123456789.js'] } },
      },
      /its route booking is loaded from a chunk without its name; write it as lazyRoute/,
    ],
    [
      'a route that is case-sensitive',
      {
        routes:
          "[{ id: 'booking', path: '/booking/:id', caseSensitive: true, Component: () => null }]",
      },
      /its route booking is caseSensitive, but the site's addresses ignore case; leave it out/,
    ],
    [
      'a lazy route without an id',
      {
        routes:
          "[{ id: 'booking', path: '/booking/:id', Component: () => null }, { path: '/booking/x', lazy: async () => ({ Component: () => null }) }]",
      },
      /its route \/booking\/x is lazy but has no id/,
    ],
    [
      'a route over its budget below a layout',
      {
        routes:
          "[{ path: '/booking', Component: () => null, children: [{ id: 'booking', path: ':id', Component: () => null }] }]",
        budgets: { booking: 10 },
      },
      /its route booking loads \d+ bytes, its budget is 10; .* raise it in "budgets" of its package.json/,
    ],
    [
      'a second React',
      createCopy('exports.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=e'),
      /its own copy of react;/,
    ],
    [
      'a second JSX runtime',
      createCopy('({$$typeof:a,type:b,key:c,ref:d})'),
      /its own copy of react\/jsx-runtime/,
    ],
    [
      'a second React DOM',
      createCopy('e.__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE=t'),
      /its own copy of react-dom/,
    ],
    [
      'a second router',
      createCopy('window.__reactRouterVersion="7"'),
      /its own copy of react-router-dom/,
    ],
    [
      'a second federation runtime',
      createCopy('errorLoadRemote'),
      /its own copy of the federation runtime/,
    ],
    [
      'a payment key',
      createCopy(`const k = 'sk_${'live'}_abcdefgh123'`),
      /looks like a payment key/,
    ],
    [
      'a private key',
      createCopy(`'-----BEGIN ${'RSA'} PRIVATE KEY-----\\nMIIEpAIBAAKCAQEA7'`),
      /looks like a private key/,
    ],
    ['a webhook secret', createCopy(`whsec_${'abcdefgh'}12`), /looks like a webhook secret/],
    [
      'a route over its budget',
      { budgets: { booking: 10 } },
      /its route booking loads \d+ bytes, its budget is 10; .* raise it in "budgets" of its package.json/,
    ],
    [
      'a budget of no route',
      { budgets: { '*': 10_000, bookings: 10 } },
      /its package\.json has "budgets" for bookings, but no such route or slot; remove them, or use booking$/,
    ],
    ['a route without a budget', { budgets: {} }, /its route booking has no size budget/],
    [
      'a query that is not a list of names',
      {
        routes:
          "[{ id: 'booking', path: '/booking/:id', Component: () => null, handle: { query: 'utm' } }]",
      },
      /its route booking has a query that is not a list of names/,
    ],
    [
      'a route that shows nothing',
      { routes: "[{ id: 'booking', path: '/booking/:id' }]" },
      /its route booking renders nothing/,
    ],
    [
      'a route that cannot be loaded',
      {
        routes:
          "[{ id: 'booking', path: '/booking/:id', lazy: async () => { throw new Error('gone') } }]",
      },
      /its route booking cannot be loaded \(gone\)/,
    ],
    [
      'a route that needs a browser to load',
      {
        routes:
          "[{ id: 'booking', path: '/booking/:id', lazy: async () => ({ Component: window.Page }) }]",
      },
      /cannot be loaded \(window is not defined\); the server has no window: use it in an effect .* import\(\)/,
    ],
    [
      'a head that needs data',
      {
        routes:
          "[{ id: 'booking', path: '/booking/:id', Component: () => null, handle: { head: ({ data }) => data.name } }]",
      },
      /throws in its handle without data/,
    ],
  ])('refuses %s and writes nothing', { tags: ['@fault-11.23'] }, async (_, options, message) => {
    await expect(release(opened.store, build(options))).rejects.toThrow(message);
    expect(await listFiles(opened.store)).toEqual(['site.json']);
  });

  test('refuses a path of another live remote', async () => {
    await release(opened.store, build(account));
    await install(opened.store, { 'mf-booking': { paths: ['/login'] } });
    await expect(release(opened.store, build({ ...account, name: 'mf-booking' }))).rejects.toThrow(
      /which mf-account already serves/,
    );
  });
});
