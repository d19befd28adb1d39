import { rmSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  integrityOf,
  promote,
  ReleaseConflict,
  readAudit,
  readLive,
  readRelease,
  type Store,
} from '../src/index';
import { account, type Build, build, install, numbered, release } from './build';
import { conditionalStores, type OpenedStore, storeKinds } from './stores';

describe.each(conditionalStores)('publish to %s', (_, open) => {
  let opened: OpenedStore;
  let store: Store;
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
  });
  afterEach(() => opened.close());

  test('stores an immutable release, makes it live and writes who did it; the same again does nothing', async () => {
    const dist = build();
    const { version } = await release(store, dist);
    expect(version).toMatch(/^1\.2\.3-[a-f0-9]{12}$/);
    expect(await readLive(store)).toMatchObject({
      revision: 1,
      remotes: { 'mf-booking': { version, history: [] } },
    });
    const record = await readRelease(store, 'mf-booking', version);
    expect(record?.routes).toEqual([
      { id: 'booking', path: '/booking/:id', files: ['web/static/route.0123456789.js'] },
    ]);
    expect(await readAudit(store)).toMatchObject([
      { action: 'publish', remote: 'mf-booking', from: null, to: version },
    ]);
    const files = await store.list('');
    expect(await release(store, dist)).toMatchObject({ version, outcome: 'unchanged' });
    expect(await store.list('')).toEqual(files);
  });

  test('public files are stored in both compressed forms, with their sizes in the record; what no browser gets is stored as it is', async () => {
    const { version } = await release(store, build());
    const base = `mf-booking/${version}`;
    const record = await readRelease(store, 'mf-booking', version);
    const publicFiles = ['web/remoteEntry.0123456789.js', 'web/static/route.0123456789.js'];
    for (const file of publicFiles) {
      const plain = await store.read(`${base}/${file}`);
      const forms = {
        brotli: await store.read(`${base}/${file}.br`),
        gzip: await store.read(`${base}/${file}.gz`),
      };
      expect(brotliDecompressSync(forms.brotli ?? '')).toEqual(plain);
      expect(gunzipSync(forms.gzip ?? '')).toEqual(plain);
      expect(record?.files[file]).toMatchObject({
        bytes: plain?.length,
        brotli: {
          bytes: forms.brotli?.length,
          integrity: integrityOf(forms.brotli ?? Buffer.alloc(0)),
        },
        gzip: { bytes: forms.gzip?.length, integrity: integrityOf(forms.gzip ?? Buffer.alloc(0)) },
      });
    }
    const compressed = publicFiles.flatMap((file) => [file, `${file}.br`, `${file}.gz`]);
    expect(await store.list(base)).toEqual(
      [...compressed, 'release.json', 'server/remote.cjs'].map((file) => `${base}/${file}`).sort(),
    );
  });

  test('other content is another version; the earlier one can be made live again', async () => {
    const first = await release(store, build());
    const second = await release(store, numbered(2));
    expect(second.version).not.toBe(first.version);
    await promote(store, 'mf-booking', first.version, { why: 'test' });
    expect((await readLive(store)).remotes['mf-booking']).toMatchObject({
      version: first.version,
      history: [second.version],
    });
    await expect(
      promote(store, 'mf-booking', '9.9.9-000000000000', { why: 'test' }),
    ).rejects.toThrow(/not in the store/);
  });

  test.each([
    ['server/remote.cjs', /dist\/server\/remote\.cjs is missing/],
    [
      'web/remoteEntry.0123456789.js',
      /the entry web\/remoteEntry\.0123456789\.js is not among its files/,
    ],
    ['build.json', /holds no build of a remote/],
  ])('a build without %s is refused, and nothing is stored', async (file, words) => {
    const dist = build();
    rmSync(path.join(dist, file));
    await expect(release(store, dist)).rejects.toThrow(words);
    expect(await store.list('')).toEqual(['site.json']);
  });

  test('a changed file under an existing version is refused', async () => {
    const dist = build();
    const { version } = await release(store, dist);
    await store.write(`mf-booking/${version}/web/static/route.0123456789.js`, Buffer.from('other'));
    await expect(release(store, dist)).rejects.toThrow(/exists with another web\/static\/route/);
  });

  test('what the store made of an upload is read back: a damaged one never goes live', async () => {
    const write = store.write.bind(store);
    store.write = (file, content) =>
      write(file, file.endsWith('server/remote.cjs') ? content.subarray(1) : content);
    await expect(release(store, build())).rejects.toThrow(/another server\/remote\.cjs/);
    expect((await readLive(store)).remotes).toEqual({});
  });

  test('a crash at any point of a publish leaves the live site as it was, and the next publish succeeds', async () => {
    const first = await release(store, numbered(1));
    const write = store.write.bind(store);
    const swap = store.compareAndSwap.bind(store);
    for (let crashAt = 0; ; crashAt++) {
      let step = 0;
      let flipped = false;
      const die = () => Promise.reject(new Error('crash'));
      store.write = (...args) => (step++ === crashAt ? die() : write(...args));
      store.compareAndSwap = (...args) => {
        if (step++ === crashAt) return die();
        flipped ||= args[0] === 'live.json';
        return swap(...args);
      };
      const outcome = await release(store, numbered(2)).catch((error: Error) => error);
      Object.assign(store, { write, compareAndSwap: swap });
      const live = (await readLive(store)).remotes['mf-booking']?.version;
      if (!flipped) expect(live).toBe(first.version);
      if (!(outcome instanceof Error)) break;
      for (const path of await store.list('mf-booking'))
        if (!path.includes(first.version)) await store.remove(path);
      if (flipped) await promote(store, 'mf-booking', first.version, { why: 'again' });
      expect(crashAt).toBeLessThan(20);
    }
    const audit = await readAudit(store);
    expect(audit.map(({ revision }) => revision)).toEqual(audit.map((_, index) => index + 1));
  });

  test('two teams that publish at once both succeed', async () => {
    const [booking, other] = await Promise.all([
      release(store, build()),
      release(store, build(account)),
    ]);
    expect((await readLive(store)).remotes).toMatchObject({
      'mf-booking': { version: booking.version },
      'mf-account': { version: other.version },
    });
  });

  test('the same remote twice at once: one wins, the other is told by whom', async () => {
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map((number) => release(store, numbered(number))),
    );
    const won = outcomes.filter((outcome) => outcome.status === 'fulfilled');
    expect(won).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({
          name: 'ReleaseConflict',
          message: /became 1\.2\.3-/,
        });
    }
    expect((await readLive(store)).remotes['mf-booking']?.version).toBe(won[0]?.value.version);
  });

  test('a gate that refuses keeps everything out; it sees the files, of which the store will hold more compressed forms', async () => {
    const refused = release(store, build(), {
      gates: [
        async ({ record, files }) =>
          Promise.reject(new ReleaseConflict(`${record.name} has ${files.size} files`)),
      ],
    });
    await expect(refused).rejects.toThrow('mf-booking has 5 files');
    expect(await store.list('')).toEqual(['site.json']);
  });
});

const copyOf = (mark: string): Build => ({ web: { 'lib.0123456789.js': mark } });

describe('checks', () => {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await (storeKinds[0] as (typeof storeKinds)[number])[1]();
  });
  afterEach(() => opened.close());

  test.each<[string, Build, RegExp]>([
    ['another contract', { contractVersion: 99 }, /built for contract 99/],
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
      { shared: { vue: '^3.0.0' } },
      /expects the shell to share vue/,
    ],
    ['a source map', { web: { 'a.0123456789.js.map': '{}' } }, /source maps are not published/],
    ['a file without a hash in its name', { web: { 'plain.js': 'x' } }, /has no content hash/],
    [
      'a leftover integrity placeholder',
      { web: { 'b.0123456789.js': '"*-*-*-CHUNK-SRI-HASH-1"' } },
      /unfilled integrity placeholder/,
    ],
    [
      'a server bundle that needs more than is shared',
      { server: "require('fs')" },
      /asks for 'fs'/,
    ],
    ['a server bundle that exports nothing', { server: '' }, /does not export/],
    [
      'a router name that the shell does not provide',
      {
        shared: { 'react-router-dom': '^7.18.0' },
        imports: { 'react-router-dom': ['Link', 'useSubmit'] },
      },
      /uses useSubmit of react-router-dom/,
    ],
    [
      'the router taken as a whole',
      { shared: { 'react-router-dom': '^7.18.0' }, imports: { 'react-router-dom': ['*'] } },
      /takes react-router-dom as a whole somewhere/,
    ],
    [
      'a build without facts',
      { manifest: { facts: undefined } },
      /build\.json is malformed.*facts.*build it again with remoteConfig/,
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
      /does not say which names of react it uses/,
    ],
    [
      'a second React by its package',
      { packages: ['react'] },
      /bundles react, which the shell provides once/,
    ],
    [
      'the router below the shared one',
      { packages: ['react-router', 'zustand'] },
      /bundles react-router,/,
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
      'a lazy route without an id',
      {
        routes:
          "[{ id: 'booking', path: '/booking/:id', Component: () => null }, { path: '/booking/x', lazy: async () => ({ Component: () => null }) }]",
      },
      /its route \/booking\/x is loaded later but has no id/,
    ],
    [
      'a route over its budget below a layout',
      {
        routes:
          "[{ path: '/booking', Component: () => null, children: [{ id: 'booking', path: ':id', Component: () => null }] }]",
        budgets: { booking: 10 },
      },
      /its route booking loads \d+ bytes, its budget is 10/,
    ],
    [
      'a second React',
      copyOf('exports.__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
      /its own copy of react;/,
    ],
    [
      'a second JSX runtime',
      copyOf("Symbol.for('react.transitional.element')"),
      /its own copy of react\/jsx-runtime/,
    ],
    [
      'a second React DOM',
      copyOf('__DOM_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'),
      /its own copy of react-dom/,
    ],
    [
      'a second router',
      copyOf('window.__reactRouterVersion="7"'),
      /its own copy of react-router-dom/,
    ],
    [
      'a container that needs the federation runtime',
      { packages: ['@module-federation/webpack-bundler-runtime'] },
      /its container needs the federation runtime/,
    ],
    ['a payment key', copyOf(`const k = 'sk_${'live'}_abcdefgh123'`), /looks like a payment key/],
    ['a private key', copyOf(`-----BEGIN ${'RSA'} PRIVATE KEY-----`), /looks like a private key/],
    ['a webhook secret', copyOf(`whsec_${'abcdefgh'}12`), /looks like a webhook secret/],
    [
      'a route over its budget',
      { budgets: { booking: 10 } },
      /its route booking loads \d+ bytes, its budget is 10/,
    ],
    ['a route without a budget', { budgets: {} }, /its route booking has no size budget/],
    [
      'a query that is no list of names',
      {
        routes:
          "[{ id: 'booking', path: '/booking/:id', Component: () => null, handle: { query: 'utm' } }]",
      },
      /its route booking has a query that is no list of names/,
    ],
    [
      'a route that shows nothing',
      { routes: "[{ id: 'booking', path: '/booking/:id' }]" },
      /its route booking shows nothing/,
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
      'a head that needs data',
      {
        routes:
          "[{ id: 'booking', path: '/booking/:id', Component: () => null, handle: { head: ({ data }) => data.name } }]",
      },
      /throws in its handle without data/,
    ],
  ])('refuses %s and writes nothing', async (_, options, message) => {
    await expect(release(opened.store, build(options))).rejects.toThrow(message);
    expect(await opened.store.list('')).toEqual(['site.json']);
  });

  test('a path that another live remote serves is refused', async () => {
    await release(opened.store, build(account));
    await install(opened.store, { 'mf-booking': { paths: ['/login'] } });
    await expect(release(opened.store, build({ ...account, name: 'mf-booking' }))).rejects.toThrow(
      /which mf-account already serves/,
    );
  });
});
