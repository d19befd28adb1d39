import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  DirectoryStore,
  endPreview,
  readAudit,
  readPreviews,
  type Store,
  setPreview,
} from '../src/index';
import { collectGarbage } from '../src/maintenance/collect';
import { signStored } from '../src/pointers/sign-stored';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';
import { SignedStore } from '../src/signing/signed-store';
import { deriveTrust } from '../src/signing/trust';
import { account, build, numbered, release } from './build';
import { conditionalStores, type OpenedStore, s3rver, stub } from './stores';

const DAY = 24 * 60 * 60 * 1000;
const REMOTE = 'mf-booking';
const inDays = (days: number) => new Date(Date.now() + days * DAY);

/** Makes the next read of a file fail, like a bucket that is unreachable for a moment. */
function failOnce(store: Store, file: string): void {
  const read = store.read.bind(store);
  let isFailing = true;
  vi.spyOn(store, 'read').mockImplementation(async (path, maxBytes) => {
    if (path !== file || !isFailing) return read(path, maxBytes);
    isFailing = false;
    throw new Error('socket hang up');
  });
}

describe('gc of releases', () => {
  let folder: string;
  let store: DirectoryStore;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'carry-collect-'));
    store = new DirectoryStore(folder);
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const preview = (number: number) =>
    release(store, numbered(number), { target: { channel: 'pr-1', expires: inDays(1) } });

  test('removes nothing after a failed read of a record', async () => {
    const { version } = await preview(1);
    failOnce(store, `${REMOTE}/${version}/release.json`);
    const collect = () => collectGarbage(store, 1, { now: Date.now() + 9 * DAY });
    await expect(collect()).rejects.toThrow('socket hang up');
    expect((await collect()).removed).toEqual([]);
  });

  test('removes nothing after a failed read of a shell', async () => {
    const [version, file] = ['aaaaaaaaaaaa', 'shells/aaaaaaaaaaaa.json'];
    await store.write(file, Buffer.from('{}'));
    await store.write(`shell/${version}/index.js`, Buffer.from('x'));
    failOnce(store, file);
    await expect(collectGarbage(store, 0, { now: Date.now() + 9 * DAY })).rejects.toThrow(
      'socket hang up',
    );
    expect(await store.list('shell')).toHaveLength(1);
  });

  test('keeps the newest releases of a removed key', async () => {
    const { version } = await preview(1);
    const other = readSigningKey(newPrivateKey());
    const signed = new SignedStore(store, () => deriveTrust(null, [other.publicKey]), null);
    const { removed, retained } = await collectGarbage(signed, 1, { now: Date.now() + 9 * DAY });
    expect(removed).toEqual([]);
    expect(retained).toEqual([{ release: `${REMOTE}@${version}`, why: 'among the 1 newest' }]);
  });

  test('counts releases of a removed key apart', async () => {
    const { version } = await preview(1);
    const key = readSigningKey(newPrivateKey());
    const signed = new SignedStore(store, () => deriveTrust(null, [key.publicKey]), key);
    await signStored({ unsigned: store, signed }, REMOTE, { version, why: 'intact' });
    for (const number of [2, 3]) await preview(number);
    const { removed, retained } = await collectGarbage(signed, 1, { now: Date.now() + 9 * DAY });
    expect(removed).toHaveLength(1);
    expect(retained).toContainEqual({
      ...{ release: `${REMOTE}@${version}`, why: 'among the 1 newest' },
    });
  });

  test.each(['{', 'null', '{}'])('removes one with the record %s', async (record) => {
    const { version } = await preview(1);
    await store.write(`${REMOTE}/${version}/release.json`, Buffer.from(record));
    const { publicKey } = readSigningKey(newPrivateKey());
    for (const trusted of [[], record === '{}' ? [] : [publicKey]]) {
      const signed = new SignedStore(store, () => deriveTrust(null, trusted), null);
      const { removed } = await collectGarbage(signed, 1, {
        ...{ now: Date.now() + 9 * DAY, dry: true },
      });
      expect(removed).toEqual([`${REMOTE}@${version}`]);
    }
  });
});

describe.each(conditionalStores)('gc of channels in %s', (_, open) => {
  let opened: OpenedStore;
  let store: Store;
  let version: string;
  beforeEach(async () => {
    opened = await open();
    store = opened.store;
    ({ version } = await release(store, build()));
    await release(store, build(account));
  });
  afterEach(() => opened.close());

  const previewIn = (channel: string, days: number, remote = REMOTE) =>
    setPreview(store, { channel, remote, version, expires: inDays(days), why: 'a look' });
  const collect = async (days: number, dry = false) =>
    (await collectGarbage(store, 10, { now: inDays(days).getTime(), dry })).channels;

  test('removes those whose previews all ended days ago', async () => {
    await previewIn('pr-1', 1);
    await previewIn('pr-2', 1);
    await endPreview(store, { channel: 'pr-2', remote: REMOTE, why: 'merged' });
    await previewIn('pr-3', 30);
    expect(await collect(2)).toEqual([]);
    expect(await collect(3.5)).toEqual(['pr-2']);
    expect(await collect(5, true)).toEqual(['pr-1']);
    expect(await collect(5)).toEqual(['pr-1']);
    expect(await store.list('previews')).toEqual(['previews/pr-3.json']);
    await previewIn('pr-1', 1);
    expect(await readPreviews(store, 'pr-1')).toMatchObject({ revision: 1 });
  });

  test('completes their audit entries', async () => {
    await previewIn('pr-1', 1);
    const before = await readAudit(store);
    for (const path of await store.list('audit'))
      if (path.includes('-preview-')) await store.remove(path);
    await collect(5);
    expect(await readAudit(store)).toEqual(before);
  });

  test('keeps one that a publish uses meanwhile', async () => {
    await previewIn('pr-1', 1);
    const remove = store.compareAndRemove.bind(store);
    vi.spyOn(store, 'compareAndRemove').mockImplementation(async (path, expected) => {
      await previewIn('pr-1', 30);
      return remove(path, expected);
    });
    expect(await collect(5)).toEqual([]);
    expect((await readPreviews(store, 'pr-1'))?.remotes[REMOTE]).toMatchObject({ version });
  });
});

test.each(conditionalStores)('removes only the expected content from %s', async (_, open) => {
  const { store, close } = await open();
  const [content, other] = [Buffer.from('1'), Buffer.from('2')];
  await store.write('x/y.json', content);
  expect(await store.compareAndRemove('x/y.json', other)).toBe(false);
  expect(await store.read('x/y.json')).toEqual(content);
  expect(await store.compareAndRemove('x/y.json', content)).toBe(true);
  expect(await store.compareAndRemove('x/y.json', content)).toBe(false);
  expect([await store.list(''), await store.listLitter()]).toEqual([[], []]);
  await close();
});

test.each([
  ['removals', () => stub({ removesAlways: true })],
  ['writes and removals', s3rver],
])('removes nothing from a bucket that ignores conditions on %s', async (_, open) => {
  const { store, close } = await open();
  const content = Buffer.from('1');
  await store.write('x/y.json', content);
  for (let time = 0; time < 2; time++)
    expect(await store.compareAndRemove('x/y.json', content)).toBe(false);
  expect(await store.list('')).toEqual(['x/y.json']);
  await close();
});
