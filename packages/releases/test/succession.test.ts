import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { encode, promote, readLive, readLiveAfter, retire, type Store } from '../src/index';
import { account, build, numbered, release } from './build';
import { type OpenedStore, storeKinds } from './stores';

let opened: OpenedStore;
let store: Store;
let versions: string[];

beforeEach(async () => {
  opened = await (storeKinds[0] as (typeof storeKinds)[number])[1]();
  store = opened.store;
  versions = [
    (await release(store, numbered(1))).version,
    (await release(store, numbered(2))).version,
  ];
  await release(store, build(account));
});
afterEach(() => opened.close());

const overwrite = (value: unknown) =>
  store.write('live.json', typeof value === 'string' ? Buffer.from(value) : encode(value));

test('accepts a later revision', async () => {
  const known = await readLive(store);
  await promote(store, 'mf-booking', { version: versions[0] as string, why: 'test' });
  expect((await readLiveAfter(store, known)).revision).toBe(known.revision + 1);
  expect(await readLiveAfter(store, null)).toEqual(await readLive(store));
});

test.each<[string, (known: { revision: number; remotes: object }) => unknown]>([
  ['without remotes', ({ revision }) => ({ revision: revision + 1, remotes: {} })],
  [
    'without one of them',
    ({ revision, remotes }) => ({
      revision: revision + 1,
      remotes: { ...remotes, 'mf-account': undefined },
    }),
  ],
  [
    'with __proto__',
    ({ revision, remotes }) =>
      `{"revision":${revision + 1},"remotes":{"__proto__":${JSON.stringify(remotes)}}}`,
  ],
  ['of an earlier revision', ({ revision, remotes }) => ({ revision: revision - 1, remotes })],
  ['that is gone', () => ({ revision: 0, remotes: {} })],
])('rejects a well-formed live.json %s', { tags: ['@fault-11.22'] }, async (_, change) => {
  const known = await readLive(store);
  await overwrite(change(known));
  await expect(readLiveAfter(store, known)).rejects.toThrow(/is gone|lacks|went back|__proto__/);
});

test('accepts a retired remote without its audit entry', {
  tags: ['@fault-11.22'],
}, async () => {
  const known = await readLive(store);
  const swap = store.compareAndSwap.bind(store);
  store.compareAndSwap = (path, ...rest) =>
    path.includes('-retire-') ? Promise.reject(new Error('died')) : swap(path, ...rest);
  await expect(retire(store, 'mf-account', { why: 'moved elsewhere', who: 'kim' })).rejects.toThrow(
    'died',
  );
  expect(Object.keys((await readLiveAfter(store, known)).remotes)).toEqual(['mf-booking']);
  store.compareAndSwap = swap;
  await promote(store, 'mf-booking', { version: versions[0] as string, why: 'next' });
  expect(Object.keys((await readLiveAfter(store, known)).remotes)).toEqual(['mf-booking']);
});

test('accepts a completely restored store', async () => {
  const known = await readLive(store);
  const earlier = (await store.list('')).map(
    async (path) => [path, await store.read(path)] as const,
  );
  const backup = await Promise.all(earlier);
  await promote(store, 'mf-booking', { version: versions[0] as string, why: 'later' });
  const later = await readLive(store);
  rmSync(store.name, { recursive: true });
  for (const [path, content] of backup) await store.write(path, content as Buffer);
  expect(await readLiveAfter(store, later)).toEqual(known);
});
