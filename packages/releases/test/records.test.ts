import { afterEach, beforeEach, expect, test } from 'vitest';
import { readLive, readPreviews, readRelease, type Store } from '../src/index';
import { build, release } from './build';
import { type OpenedStore, storeKinds } from './stores';

let opened: OpenedStore;
let store: Store;
let version: string;
beforeEach(async () => {
  opened = await (storeKinds[0] as (typeof storeKinds)[number])[1]();
  store = opened.store;
  ({ version } = await release(store, build()));
});
afterEach(() => opened.close());

const file = 'web/static/route.0123456789.js';
// biome-ignore lint/suspicious/noExplicitAny: an attacker's input has no type
type Anything = any;

test.each<[string, (record: Anything) => unknown]>([
  [
    'an entry at another origin',
    (record) => ({ ...record, entry: 'https://evil.example/remoteEntry.js' }),
  ],
  [
    'an entry without its scheme',
    (record) => ({ ...record, entry: '//evil.example/remoteEntry.js' }),
  ],
  [
    'an entry above its folder',
    (record) => ({ ...record, entry: 'web/../../evil/remoteEntry.js' }),
  ],
  ['an absolute entry', (record) => ({ ...record, entry: '/web/remoteEntry.js' })],
  [
    'a route file above its folder',
    (record) => ({ ...record, routes: [{ ...record.routes[0], files: ['web/../x.js'] }] }),
  ],
  [
    'a file without its hash',
    (record) => ({ ...record, files: { ...record.files, [file]: { bytes: 5 } } }),
  ],
  [
    'a file with a weaker hash',
    (record) => ({
      ...record,
      files: { ...record.files, [file]: { bytes: 5, integrity: 'sha256-x' } },
    }),
  ],
  ['one file less', ({ files: { [file]: _, ...files }, ...record }) => ({ ...record, files })],
  [
    'one file more',
    (record) => ({
      ...record,
      files: { ...record.files, 'web/evil.0123456789.js': record.files[file] },
    }),
  ],
  [
    'the hash of another file',
    (record) => ({
      ...record,
      files: { ...record.files, [file]: record.files['server/remote.cjs'] },
    }),
  ],
  ['the name of another remote', (record) => ({ ...record, name: 'mf-account' })],
  ['a newer schema', (record) => ({ ...record, schema: 2 })],
  ['nothing', () => ({})],
  ['null', () => null],
  ['a list', () => []],
])(
  'rejects a record with %s',
  { tags: ['@fault-A6', '@fault-C7', '@fault-C11'] },
  async (_, change) => {
    const path = `mf-booking/${version}/release.json`;
    const record = JSON.parse(`${await store.read(path)}`);
    await store.write(path, Buffer.from(JSON.stringify(change(record))));
    await expect(readRelease(store, 'mf-booking', version)).rejects.toThrow();
  },
);

test.each(['__proto__', 'constructor', 'prototype'])(
  'rejects a document with the key %s at any depth',
  { tags: ['@fault-C11', '@fault-11.22'] },
  async (key) => {
    const live = `${await store.read('live.json')}`;
    for (const place of [/"remotes": \{/, /"mf-booking": \{/]) {
      await store.write(
        'live.json',
        Buffer.from(
          live.replace(place, (found) => `${found}"${key}":{"version":"1.2.3-000000000000"},`),
        ),
      );
      await expect(readLive(store)).rejects.toThrow(
        `live.json is malformed: forbidden key '${key}'`,
      );
    }
    await store.write('previews/pr-1.json', Buffer.from(`{"remotes":{"${key}":{}}}`));
    await expect(readPreviews(store, 'pr-1')).rejects.toThrow(/forbidden key/);
  },
);

test.each([
  '',
  '{',
  '{"revision":1',
  '[]',
  'null',
  '"x"',
  '{"revision":-1,"remotes":{}}',
  '{"revision":1}',
  '{"revision":1,"remotes":{"x":{}}}',
])('throws for a live.json %j', { tags: ['@fault-A6', '@fault-C11'] }, async (text) => {
  await store.write('live.json', Buffer.from(text));
  await expect(readLive(store)).rejects.toThrow(/live\.json is malformed/);
});
