import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DirectoryStore, promote, publish, readLive, readRelease } from '../src/index';

const provided = { react: '19.3.1', 'react-router-dom': '7.18.5' };
let folder: string;
let store: DirectoryStore;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-registry-'));
  store = new DirectoryStore(path.join(folder, 'store'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

interface Build {
  name?: string;
  routes?: string;
  contractVersion?: number;
  shared?: Record<string, string>;
  web?: Record<string, string>;
  server?: string;
}

/** A built remote as small as it can be. */
function build({
  name = 'mf-booking',
  routes = "[{ id: 'booking', path: '/booking/:id' }]",
  contractVersion = 1,
  shared = { react: '^19.3.0' },
  web = {},
  server,
}: Build = {}): string {
  const dist = mkdtempSync(path.join(folder, 'dist-'));
  const files: Record<string, string> = { 'remoteEntry.0123456789.js': 'entry', 'static/route.0123456789.js': 'route', ...web };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(dist, 'web', file)), { recursive: true });
    writeFileSync(path.join(dist, 'web', file), content);
  }
  mkdirSync(path.join(dist, 'server'));
  const code = server ?? `exports.default = { contractVersion: ${contractVersion}, createRoutes: () => ${routes} };`;
  writeFileSync(path.join(dist, 'server/remote.cjs'), code);
  const manifest = {
    name,
    version: '1.2.3',
    entry: 'web/remoteEntry.0123456789.js',
    expose: [],
    routes: { booking: ['web/static/route.0123456789.js'] },
    shared,
  };
  writeFileSync(path.join(dist, 'build.json'), JSON.stringify(manifest));
  return dist;
}

const release = (dist: string) => publish({ dist, store, commit: 'abc', provided });

describe('publish', () => {
  test('stores an immutable release, makes it live and writes who did it; the same again does nothing', async () => {
    const dist = build();
    const { version } = await release(dist);
    expect(version).toMatch(/^1\.2\.3-[a-f0-9]{12}$/);
    expect(await readLive(store)).toEqual({ revision: 1, remotes: { 'mf-booking': { version } } });
    const record = await readRelease(store, 'mf-booking', version);
    expect(record?.routes).toEqual([{ id: 'booking', path: '/booking/:id', files: ['web/static/route.0123456789.js'] }]);
    expect(JSON.parse((await store.read('audit/00000001.json'))?.toString() ?? '')).toMatchObject({
      remote: 'mf-booking',
      from: null,
      to: version,
    });
    const files = await store.list('');
    expect(await release(dist)).toMatchObject({ version, outcome: 'unchanged' });
    expect(await store.list('')).toEqual(files);
  });

  test('other content is another version; the earlier one can be made live again', async () => {
    const first = await release(build());
    const second = await release(build({ web: { 'more.0123456789.js': 'more' } }));
    expect(second.version).not.toBe(first.version);
    await promote(store, 'mf-booking', first.version, 'test');
    expect((await readLive(store)).remotes['mf-booking']).toEqual({ version: first.version });
    await expect(promote(store, 'mf-booking', '9.9.9-000000000000', 'test')).rejects.toThrow(/not in the store/);
  });

  test('a changed file under an existing version is refused', async () => {
    const dist = build();
    const { version } = await release(dist);
    await store.write(`mf-booking/${version}/web/static/route.0123456789.js`, Buffer.from('other'));
    await expect(release(dist)).rejects.toThrow(/exists with another web\/static\/route/);
  });

  test.each([
    ['another contract', build_({ contractVersion: 99 }), /built for contract 99/],
    [
      'a route outside its ownership',
      build_({ routes: "[{ id: 'x', path: '/login' }]" }),
      /claims \/login, which is outside its ownership/,
    ],
    ['no route at all', build_({ routes: '[]' }), /declares no route/],
    [
      'a shared range that the shell does not satisfy',
      build_({ shared: { react: '^20.0.0' } }),
      /needs react \^20\.0\.0, the shell has 19\.3\.1/,
    ],
    ['a newer minor than the shell has', build_({ shared: { react: '^19.9.0' } }), /needs react/],
    ['a module that the shell does not share', build_({ shared: { vue: '^3.0.0' } }), /expects the shell to share vue/],
    ['a source map', build_({ web: { 'a.0123456789.js.map': '{}' } }), /source maps are not published/],
    ['a file without a hash in its name', build_({ web: { 'plain.js': 'x' } }), /has no content hash/],
    [
      'a leftover integrity placeholder',
      build_({ web: { 'b.0123456789.js': '"*-*-*-CHUNK-SRI-HASH-1"' } }),
      /unfilled integrity placeholder/,
    ],
    ['a server bundle that needs more than is shared', build_({ server: "require('fs')" }), /asks for 'fs'/],
    ['a server bundle that exports nothing', build_({ server: '' }), /does not export/],
    [
      'a router name that the shell does not provide',
      build_({
        server:
          "var external_react_router_dom_ = require('react-router-dom'); external_react_router_dom_.useSubmit; exports.default = { contractVersion: 1, createRoutes: () => [{ id: 'booking', path: '/booking/:id' }] };",
      }),
      /uses useSubmit of react-router-dom/,
    ],
  ])('refuses %s and writes nothing', async (_, make, message) => {
    await expect(release(make())).rejects.toThrow(message);
    expect(await store.list('')).toEqual([]);
  });

  test('a path that another live remote serves is refused', async () => {
    await release(build({ name: 'mf-account', routes: "[{ id: 'booking', path: '/login' }]" }));
    const { ownership } = await import('contracts/ownership');
    const before = ownership['mf-booking'];
    Object.assign(ownership, { 'mf-booking': ['/login'] });
    await expect(release(build({ routes: "[{ id: 'booking', path: '/login' }]" }))).rejects.toThrow(/which mf-account already serves/);
    Object.assign(ownership, { 'mf-booking': before });
  });
});

function build_(options: Build): () => string {
  return () => build(options);
}

describe('the live document', () => {
  test('two teams that publish at once both succeed', async () => {
    const [booking, account] = await Promise.all([
      release(build()),
      release(build({ name: 'mf-account', routes: "[{ id: 'booking', path: '/login' }]" })),
    ]);
    expect((await readLive(store)).remotes).toEqual({
      'mf-booking': { version: booking.version },
      'mf-account': { version: account.version },
    });
  });

  test('compare-and-swap: of twenty at once, one wins each round', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => store.compareAndSwap('x.json', null, Buffer.from(String(index)))),
    );
    expect(outcomes.filter(Boolean)).toHaveLength(1);
  });

  test('a crash before the record leaves nothing that could go live', async () => {
    const dist = build();
    const write = store.write.bind(store);
    store.write = (file, content) => (file.endsWith('release.json') ? Promise.reject(new Error('crash')) : write(file, content));
    await expect(release(dist)).rejects.toThrow('crash');
    expect((await readLive(store)).remotes).toEqual({});
    store.write = write;
    expect((await release(dist)).outcome).toBe('published');
  });

  test('a malformed document is an error, not an empty site; paths cannot leave the store', async () => {
    await store.write('live.json', Buffer.from('{"revision":"x"}'));
    await expect(readLive(store)).rejects.toThrow();
    await expect(store.write('../out', Buffer.from(''))).rejects.toThrow(/outside the store/);
  });
});
