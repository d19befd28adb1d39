import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore, type Store } from '@carry/releases';
import { account, build, numbered, release } from '@carry/releases/testing';
import { fakeSite } from '@carry/remote-kit/fake-shell';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ReleaseFiles } from './release-files';
import { ReleaseSet } from './release-set';

const REMOTE = 'mf-booking';
let store: DirectoryStore;
let set: ReleaseSet;
let lines: string[];
let live: string;
let canary: string;

beforeEach(async () => {
  store = new DirectoryStore(mkdtempSync(path.join(tmpdir(), 'carry-canaries-')));
  lines = [];
  live = (await release(store, numbered(1))).version;
  canary = (await release(store, numbered(2), { target: { percent: 50 } })).version;
  set = new ReleaseSet({
    store,
    files: new ReleaseFiles(store, null),
    getSite: () => fakeSite,
    log: (line) => lines.push(line),
    onDamage() {},
  });
});
afterEach(() => {
  set.close();
  rmSync(store.name, { recursive: true, force: true });
});

/** Replaces the reads of the canary's files; `read` is called with the number of the read. */
function replaceReads(file: string, read: (count: number) => Promise<Buffer> | null): void {
  const intact: Store['read'] = store.read.bind(store);
  let count = 0;
  store.read = (path, maxBytes) =>
    (path === `${REMOTE}/${canary}/${file}` ? read(++count) : null) ?? intact(path, maxBytes);
}

const timeOut = () => Promise.reject(new Error('timed out'));
const faults: [what: string, file: string, read: () => Promise<Buffer>, why: RegExp][] = [
  ['record cannot be read', 'release.json', timeOut, /^timed out$/],
  ['file cannot be read', 'server/remote.cjs', timeOut, /^timed out$/],
  ['file is damaged', 'server/remote.cjs', async () => Buffer.from('damaged'), /fails its hash$/],
];

describe('canary of a release set', () => {
  test.each(faults)('is served after a retry if its %s once', async (_, file, read, why) => {
    replaceReads(file, (count) => (count === 1 ? read() : null));
    await set.open();
    expect(set.hasCanary()).toBe(false);
    expect(set.deviations).toEqual([
      { remote: REMOTE, wanted: canary, serving: live, why: expect.stringMatching(why) },
    ]);
    expect(lines).toEqual([expect.stringContaining(`cannot serve ${REMOTE}@${canary} (`)]);
    await vi.waitFor(() => expect(set.hasCanary()).toBe(true), 5000);
    expect(set.deviations).toEqual([]);
  });

  test('stays served if its files cannot be read again', async () => {
    await set.open();
    expect(set.hasCanary()).toBe(true);
    replaceReads('server/remote.cjs', timeOut);
    await release(store, build(account));
    await vi.waitFor(
      () => expect(set.compositionFor(null).records.get('mf-account')).toBeTruthy(),
      3000,
    );
    expect([set.hasCanary(), set.deviations]).toEqual([true, []]);
  });
});
