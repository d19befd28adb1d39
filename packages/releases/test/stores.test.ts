import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  DirectoryStore,
  lock,
  OverlayStore,
  openStore,
  readLive,
  type Store,
  setPreview,
  storeExists,
  TooLarge,
} from '../src/index';
import { examine } from '../src/maintenance/doctor';
import { S3Store } from '../src/stores/s3-store';
import { build, release } from './build';
import { conformingS3 } from './conforming-s3';
import { client, conditionalStores, type OpenedStore, storeKinds } from './stores';

const bytes = (text: string) => Buffer.from(text);

describe.each(storeKinds)('%s', (_, open) => {
  let opened: OpenedStore;
  let store: Store;
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
  });
  afterEach(() => opened.close());

  test('writes, reads, lists, dates and removes objects', async () => {
    expect(await store.read('a/b.txt')).toBeNull();
    for (const path of [
      'a/b.txt',
      'a/c/d.txt',
      'ab/e.txt',
      ...Array.from({ length: 12 }, (_, index) => `many/${index}.txt`),
    ]) {
      await store.write(path, bytes(path));
    }
    expect((await store.read('a/c/d.txt'))?.toString()).toBe('a/c/d.txt');
    expect(await store.list('a')).toEqual(['a/b.txt', 'a/c/d.txt']);
    expect(await store.list('')).toHaveLength(15);
    expect(Math.abs(((await store.modified('a/b.txt'))?.getTime() ?? 0) - Date.now())).toBeLessThan(
      5000,
    );
    await store.remove('a/b.txt');
    await store.remove('a/b.txt');
    expect(await store.list('a')).toEqual(['a/c/d.txt']);
    expect(await store.modified('a/b.txt')).toBeNull();
  });

  test('writes by compare-and-swap only over the expected content', async () => {
    expect(await store.compareAndSwap('x.json', bytes('1'), bytes('2'))).toBe(false);
    expect(await store.compareAndSwap('x.json', null, bytes('1'))).toBe(true);
    expect(await store.compareAndSwap('x.json', null, bytes('2'))).toBe(false);
    expect(await store.compareAndSwap('x.json', bytes('1'), bytes('2'))).toBe(true);
    expect((await store.read('x.json'))?.toString()).toBe('2');
  });

  test('lets one of twenty concurrent writers win', async ({ skip }) => {
    skip(!opened.conditional, 'this server does not enforce conditional writes');
    for (const expected of [null, bytes('round 1')]) {
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          store.compareAndSwap('x.json', expected, bytes(`writer ${index}`)),
        ),
      );
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      await store.write('x.json', bytes('round 1'));
    }
  });

  test('throws for malformed documents and for paths outside the store', async () => {
    await store.write('live.json', bytes('{"revision":"x"}'));
    await expect(readLive(store)).rejects.toThrow();
    await expect((async () => store.write('../out', bytes('')))()).rejects.toThrow(
      /not a path in the store/,
    );
  });
});

test.each([
  ['s3://bucket/prefix/deep/', 's3://bucket/prefix/deep'],
  ['s3://bucket', 's3://bucket'],
])('%s opens a bucket', async (location, name) => {
  process.env['AWS_REGION'] ??= 'us-east-1';
  expect((await openStore(location)).name).toBe(name);
});

test.each(['', 'ftp://x/y', 's3://UPPER/x', 's3://'])(
  'rejects the location %j',
  async (location) => {
    await expect(openStore(location)).rejects.toThrow(/a store is a directory or s3:/);
  },
);

test('keeps the changes of an overlay in memory', async () => {
  const [, directory] = storeKinds[0] ?? [];
  const opened = await directory?.();
  if (!opened) throw new Error('there is no store');
  const { store: below, close } = opened;
  for (const path of ['a/kept', 'a/changed', 'a/removed']) await below.write(path, bytes('below'));
  const store = new OverlayStore(below);
  await store.write('a/changed', bytes('above'));
  await store.write('a/new', bytes('above'));
  await store.remove('a/removed');
  expect(await store.compareAndSwap('a/kept', bytes('below'), bytes('swapped'))).toBe(true);
  expect(await store.list('a')).toEqual(['a/changed', 'a/kept', 'a/new']);
  expect(await store.modified('a/removed')).toBeNull();
  expect(await below.list('')).toEqual(['a/changed', 'a/kept', 'a/removed']);
  for (const path of await below.list(''))
    expect((await below.read(path))?.toString()).toBe('below');
  await close();
});

test('lists a directory from which folders are removed', async () => {
  const name = mkdtempSync(path.join(tmpdir(), 'carry-store-'));
  const store = new DirectoryStore(name);
  const files = Array.from({ length: 100 }, (_, number) => `old/${number}/web/x.js`);
  for (const file of ['kept.js', ...files]) await store.write(file, bytes('x'));
  let isDone = false;
  const remove = async () => {
    for (const file of files) await store.remove(file);
  };
  const removing = remove().finally(() => {
    isDone = true;
  });
  while (!isDone) expect(await store.list('')).toContain('kept.js');
  await removing;
  rmSync(name, { recursive: true });
});

test('removes the partial file of a failed write', { tags: ['@fault-11.26'] }, async () => {
  const [, directory] = storeKinds[0] as (typeof storeKinds)[number];
  const { store, close } = await directory();
  await store.write('folder/file', bytes('x'));
  await expect(store.write('folder', bytes('x'))).rejects.toThrow();
  expect(await store.listLitter()).toEqual([]);
  await close();
});

test.each(storeKinds)(
  'limits the size of a read in %s',
  { tags: ['@fault-11.22'] },
  async (_, open) => {
    const { store, close } = await open();
    await store.write('live.json', Buffer.alloc(2 * 1024 * 1024, ' '));
    await expect(readLive(store)).rejects.toThrow(/live\.json is larger than 1048576 bytes/);
    await expect(store.read('live.json', 100)).rejects.toThrow(TooLarge);
    expect((await store.read('live.json'))?.length).toBe(2 * 1024 * 1024);
    await close();
  },
);

test('refuses a bucket without conditional writes', {
  tags: ['@fault-11.26'],
}, async () => {
  const [, s3rver] = storeKinds.at(-1) as (typeof storeKinds)[number];
  const { store, close } = await s3rver();
  const unsafe =
    /ignores If-Match and If-None-Match on writes, so concurrent publishes could overwrite each other/;
  await expect(release(store, build())).rejects.toThrow(unsafe);
  await expect(lock(store, 'mf-booking', { why: 'x', who: 'kim' })).rejects.toThrow(unsafe);
  await expect(
    setPreview(store, {
      channel: 'pr-1',
      remote: 'mf-booking',
      version: '1.2.3-000000000000',
      expires: new Date(),
      why: '',
    }),
  ).rejects.toThrow(/not in the store/);
  expect(await store.list('')).toEqual(['site.json']);
  expect(await examine(store)).toContainEqual({
    level: 'error',
    what: expect.stringMatching(unsafe),
  });
  await close();
});

test.each(conditionalStores)(
  'confirms conditional writes of %s without leftovers',
  async (_, open) => {
    const { store, close } = await open();
    await store.assertFit();
    await store.assertFit();
    expect([...(await store.list('')), ...(await store.listLitter())]).toEqual([]);
    await close();
  },
);

test('throws for a missing bucket', { tags: ['@fault-11.26'] }, async () => {
  const [, s3rver] = storeKinds.at(-1) as (typeof storeKinds)[number];
  const { store, elsewhere, close } = await s3rver();
  await expect(readLive(elsewhere?.('nobody') as Store)).rejects.toThrow(/bucket/i);
  expect(await storeExists(store)).toBe(false);
  await close();
});

describe('many requests of a bucket', () => {
  const conforming = conformingS3();
  let listener: RequestListener;
  let server: Server;
  beforeEach(async () => {
    server = createServer((...about) => void listener(...about));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    server.close();
    server.closeAllConnections();
  });
  const files = Array.from({ length: 120 }, (_, number) => `files/${number}`);
  const open = (times: Partial<ConstructorParameters<typeof S3Store>[2]>) =>
    new S3Store('carry', '', {
      ...client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      ...{ maxAttempts: 1, ...times },
    });

  test('start no more at once than it has sockets', async () => {
    listener = (...about) => void setTimeout(() => conforming(...about), 700);
    const store = open({ requestHandler: { connectionTimeout: 600 } });
    expect(await Promise.all(files.map((file) => store.read(file)))).toEqual(Array(120).fill(null));
  });

  test('end while it is silent', async () => {
    listener = () => {};
    const store = open({ requestHandler: { socketTimeout: 1500 }, turnMs: 700 });
    const read = () => Promise.allSettled(files.map((file) => store.read(file)));
    const why = (await read()).map((outcome) => String((outcome as { reason?: Error }).reason));
    expect(why.filter((text) => text.includes('s3://carry is too slow'))).toHaveLength(70);
    listener = conforming;
    const statuses = (await read()).map(({ status }) => status);
    expect(statuses).toEqual(Array(120).fill('fulfilled'));
  });
});

test('opening a bucket prints no warning of its library', () => {
  const store = new URL('../src/stores/s3-store.ts', import.meta.url).href;
  const code = `Object.defineProperty(process, 'version', { value: 'v18.0.0' }); // the library warns about it
    const { S3Store } = await import('${store}');
    new S3Store('carry', '', { region: 'us-east-1' });`;
  const env = { ...process.env, AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: undefined };
  const args = ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', code];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});
