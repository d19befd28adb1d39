import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { DirectoryStore, lock, readRelease, storeShell } from '../src/index';
import { collectGarbage } from '../src/maintenance/collect';
import { explainStack } from '../src/maintenance/explain';
import { build, numbered, release } from './build';
import { runAt } from './cli-bench';
import { conformingS3, S3Store } from './conforming-s3';
import {
  accounts,
  bench,
  booking,
  openStore,
  operator,
  prepareService,
  startService,
} from './service-bench';
import { client } from './stores';

const folder = mkdtempSync(path.join(tmpdir(), 'carry-maps-'));
afterAll(() => rmSync(folder, { recursive: true }));
let stores = 0;
const newStore = () => new DirectoryStore(path.join(folder, `store-${stores++}`));

const SOURCE = ['// first', "  throw new Error('no slot');"].join('\n');
/** Returns a map whose first segment points to line 2, column 3 of its source. */
const mapped = (source = '../../src/booking/form.tsx', content = SOURCE) =>
  gzipSync(
    JSON.stringify({
      version: 3,
      sources: [source],
      sourcesContent: [content],
      names: [],
      mappings: 'AACE',
    }),
  );

/** Returns a build with source maps. */
function withMaps(
  dist = build(),
  maps: Record<string, Buffer> = {
    'web/static/route.0123456789.js': mapped('../../../src/booking/form.tsx'),
    'server/remote.cjs': mapped('../../src/server.ts'),
  },
): string {
  for (const [file, content] of Object.entries(maps)) {
    const target = path.join(dist, 'maps', `${file}.map.gz`);
    mkdirSync(path.dirname(target), { recursive: true });
    writeFileSync(target, content);
  }
  return dist;
}

const createStack = (version: string) =>
  [
    'Error: no slot',
    `    at t (https://carry.example/remotes/mf-booking/${version}/web/static/route.0123456789.js:1:1)`,
    `    at mf-booking@${version}:1:9`,
    '    at https://elsewhere.example/x.js:1:2',
  ].join('\n');

test('names the replacement of a library that fails on the server', async () => {
  const dist = withMaps(build({ server: "throw new Error('no document')" }), {
    'server/remote.cjs': mapped('../../node_modules/styled-components/dist/a.js'),
  });
  await expect(release(newStore(), dist)).rejects.toThrow(
    /styled-components: it needs Node on the server; use @emotion\/styled/,
  );
});

test('stores source maps without changing the release', async () => {
  const [store, other] = [newStore(), newStore()];
  const { version } = await release(store, withMaps());
  expect((await release(other, build())).version).toBe(version);
  expect(Object.keys((await readRelease(store, 'mf-booking', version))?.files ?? {})).toEqual(
    Object.keys((await readRelease(other, 'mf-booking', version))?.files ?? {}),
  );
  const beside = (await store.list(`mf-booking/${version}`)).filter((file) => /maps/.test(file));
  expect(beside.map((file) => file.split('/').slice(2).join('/'))).toEqual([
    'maps.json',
    'maps/server/remote.cjs.map.gz',
    'maps/web/static/route.0123456789.js.map.gz',
  ]);
  expect((await runAt(store.name, ['doctor'])).out).not.toContain('maps');
  await store.write(`mf-booking/${version}/maps/web/lost.js.map.gz`, mapped());
  expect((await runAt(store.name, ['doctor'])).out).toContain('maps/web/lost.js.map.gz');
});

test('explains browser and server stacks from text and files', async () => {
  const store = newStore();
  const { version } = await release(store, withMaps());
  const words = [
    'Error: no slot',
    '    at t (mf-booking/src/booking/form.tsx:2:3)',
    "        throw new Error('no slot');",
    '    at mf-booking/src/server.ts:2:3',
    "        throw new Error('no slot');",
    '    at https://elsewhere.example/x.js:1:2',
  ].join('\n');
  const stack = createStack(version);
  expect(await runAt(store.name, ['explain', stack])).toMatchObject({ code: 0, out: words });
  const file = path.join(folder, 'stack.txt');
  writeFileSync(file, `${stack.replaceAll('    at ', '\u001b[2J    at ')}\n`);
  expect((await runAt(store.name, ['explain', file])).out).toContain('form.tsx:2:3');
  expect((await runAt(store.name, ['explain', file])).out).not.toContain('\u001b');
  const { out } = await runAt(store.name, ['explain', file, '--json']);
  expect(JSON.parse(out)).toMatchObject({
    frames: [
      {
        release: `mf-booking@${version}`,
        source: { file: 'mf-booking/src/booking/form.tsx', line: 2, column: 3 },
      },
      { source: { file: 'mf-booking/src/server.ts' } },
    ],
  });
  expect(await runAt(store.name, ['explain', 'TypeError: x'])).toMatchObject({ code: 1 });
});

test('keeps frames apart whose columns begin alike', async () => {
  const store = newStore();
  const { version } = await release(store, withMaps());
  const place = `/remotes/mf-booking/${version}/web/static/route.0123456789.js`;
  const stack = `at a (${place}:1:1)\nat b (${place}:2:1)\nat c (${place}:1:1234)`;
  const { text, frames } = await explainStack(store, stack);
  const shown = 'mf-booking/src/booking/form.tsx:2:3';
  const source = "        throw new Error('no slot');";
  expect(text.split('\n')).toEqual([
    ...[`at a (${shown})`, source, `at b (${shown})`, source],
    ...[`at c (${shown})`, source],
  ]);
  expect(frames).toHaveLength(3);
});

test('reports missing and damaged maps per frame', async () => {
  const store = newStore();
  const { version } = await release(store, withMaps());
  const answer = async (of: string) => (await runAt(store.name, ['explain', createStack(of)])).out;
  expect(await answer('9.9.9-000000000000')).toContain(
    '[the store has no source map of this file]',
  );
  await store.write(
    `mf-booking/${version}/maps/web/static/route.0123456789.js.map.gz`,
    mapped('evil.ts'),
  );
  expect(await answer(version)).toContain('[its source map in the store is damaged]');
  expect(await answer(version)).not.toContain('evil.ts');
});

test.each([
  ['of no file', 'web/other.0123456789.js', mapped(), /is a source map without a file/],
  ['that is not one', 'server/remote.cjs', gzipSync('[]'), /is not a source map/],
  [
    'that is a bomb',
    'server/remote.cjs',
    gzipSync(Buffer.alloc(40_000_000)),
    /is not a source map/,
  ],
  [
    'with a secret in its sources',
    'server/remote.cjs',
    mapped('x.ts', `const key = 'sk_live_${'a1'.repeat(8)}'`),
    /contains what looks like a payment key \(.*x\.ts:1\)/,
  ],
])('refuses a map %s', async (_, file, content, why) => {
  await expect(release(newStore(), withMaps(build(), { [file]: content }))).rejects.toThrow(why);
});

test('removes source maps in gc', async () => {
  const store = newStore();
  await release(store, withMaps(numbered(0)));
  for (let number = 1; number <= 12; number++) await release(store, numbered(number));
  const dist = path.join(folder, 'shell');
  const name = 'static/js/index.0123456789.js';
  mkdirSync(path.join(dist, 'web/static/js'), { recursive: true });
  writeFileSync(path.join(dist, 'web', name), 'shell');
  withMaps(dist, { [`web/${name}`]: mapped('../../../../browser/index.tsx') });
  const version = await storeShell(store, path.join(dist, 'web'), { secret: '' });
  const stack = `at https://carry.example/assets/${name}:1:1`;
  expect((await runAt(store.name, ['explain', stack])).out).toContain(
    'shell/browser/index.tsx:2:3',
  );
  await lock(store, 'mf-booking', { why: 'nothing new', who: 'kim' });
  const maps = async () => (await store.list('')).filter((file) => /\/maps[./]/.test(file));
  expect(await maps()).toHaveLength(3 + 2);
  await collectGarbage(store, 0, { now: Date.now() + 2 * 24 * 3_600_000 });
  expect(await maps()).toEqual([]);
  expect(await store.list(`shell/${version}`)).toEqual([]);
});

describe('release server', () => {
  prepareService();

  test('serves source maps to the team and operators only', async () => {
    const url = await startService();
    const { version } = await release(openStore(url, booking), withMaps());
    const name = `mf-booking/${version}/maps/server/remote.cjs.map.gz`;
    expect((await bench.behind.list(`mf-booking/${version}`)).includes(name)).toBe(true);
    for (const key of [booking, operator])
      expect(await openStore(url, key).read(name)).toEqual(mapped('../../src/server.ts'));
    for (const file of [name, `mf-booking/${version}/maps.json`, `x/../${name}`])
      await expect(openStore(url, accounts).read(file)).rejects.toThrow(
        /may not read the source maps/,
      );
    await expect(openStore(url, booking).read('shell/abc/maps.json')).rejects.toThrow(
      /may not read/,
    );
  });

  test("explains the team's frames next to the shell's", async () => {
    const url = await startService();
    const { version } = await release(openStore(url, booking), withMaps());
    const dist = path.join(folder, 'shell-of-service');
    const name = 'static/js/lib-react.0123456789.js';
    mkdirSync(path.join(dist, 'web/static/js'), { recursive: true });
    writeFileSync(path.join(dist, 'web', name), 'shell');
    withMaps(dist, { [`web/${name}`]: mapped('../../../../browser/index.tsx') });
    await storeShell(bench.behind, path.join(dist, 'web'), { secret: '' });
    const stack = `${createStack(version)}\n    at ue (https://carry.example/assets/${name}:1:1)`;
    const { text: own } = await explainStack(openStore(url, booking), stack);
    expect(own).toContain('mf-booking/src/booking/form.tsx:2:3');
    expect(own).toContain(`/assets/${name}:1:1 [not readable with your key: ask its team`);
    const { text: foreign } = await explainStack(openStore(url, accounts), stack);
    expect(foreign).toContain('1:1 [not readable with your key');
    expect(foreign).not.toContain('form.tsx');
    const { text: all } = await explainStack(openStore(url, operator), stack);
    expect(all).toContain('shell/browser/index.tsx:2:3');
    expect(all).toContain('mf-booking/src/booking/form.tsx:2:3');
  });
});

test('explains a piped stack from a bucket', async () => {
  const server = createServer(conformingS3()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const config = client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { version } = await release(new S3Store('carry', 'releases', config), withMaps());
  const command = spawn(
    process.execPath,
    [path.join(import.meta.dirname, '../bin/releases.mjs'), 'explain', '-'],
    {
      env: {
        PATH: process.env['PATH'],
        RELEASES_STORE: 's3://carry/releases',
        AWS_ENDPOINT_URL_S3: config.endpoint,
        AWS_REGION: config.region,
        AWS_ACCESS_KEY_ID: config.credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: config.credentials.secretAccessKey,
      },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const ended = once(command, 'exit');
  command.stdin.end(createStack(version));
  const out = await text(command.stdout);
  expect(out).toContain('    at t (mf-booking/src/booking/form.tsx:2:3)\n');
  expect(out).toContain('    at mf-booking/src/server.ts:2:3\n');
  expect(await ended).toEqual([0, null]);
  server.close();
});
