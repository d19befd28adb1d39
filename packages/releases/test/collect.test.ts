import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { DirectoryStore, type Store } from '../src/index';
import { collectGarbage } from '../src/maintenance/collect';
import { newPrivateKey, readSigningKey } from '../src/signing/keys';
import { SignedStore } from '../src/signing/signed-store';
import { deriveTrust } from '../src/signing/trust';
import { numbered, release } from './build';

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
