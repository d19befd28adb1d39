import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore } from '@carry/releases';
import { numbered, release } from '@carry/releases/testing';
import { fakeSite } from '@carry/remote-kit/fake-shell';
import { afterEach, expect, test, vi } from 'vitest';
import { ReleaseFiles } from './release-files';
import { ReleaseSet } from './release-set';

const REMOTE = 'mf-booking';
const folder = mkdtempSync(path.join(tmpdir(), 'carry-served-'));
const store = new DirectoryStore(path.join(folder, 'store'));
const files = new ReleaseFiles(store, path.join(folder, 'good'));
const log = () => {};
const set = new ReleaseSet({ store, files, getSite: () => fakeSite, log, onDamage: log });

afterEach(() => {
  set.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Publishes a release that needs a newer shell: its record changes once all checks have passed. */
async function releaseForNewerShell(number: number): Promise<string> {
  const swap = store.compareAndSwap.bind(store);
  const spy = vi.spyOn(store, 'compareAndSwap').mockImplementation(async (file, before, next) => {
    const live = file === 'live.json' ? JSON.parse(String(next)).remotes[REMOTE].version : null;
    const recordFile = `${REMOTE}/${live}/release.json`;
    const record = live && JSON.parse(String(await store.read(recordFile)));
    if (record)
      await store.write(
        recordFile,
        Buffer.from(JSON.stringify({ ...record, contractVersion: 99 })),
      );
    return swap(file, before, next);
  });
  const { version } = await release(store, numbered(number));
  spy.mockRestore();
  return version;
}

test('keeps the copy of a served release older than the previous one', {
  tags: ['@fault-A6'],
}, async () => {
  const { version } = await release(store, numbered(1));
  await set.open();
  for (const number of [2, 3]) {
    const wanted = await releaseForNewerShell(number);
    await vi.waitFor(
      () => expect(set.deviations).toMatchObject([{ wanted, serving: version }]),
      3000,
    );
  }
  renameSync(store.name, `${store.name}.gone`);
  expect(set.compositionFor(null).records.get(REMOTE)?.version).toBe(version);
  expect(await files.read(REMOTE, version, 'server/remote.cjs')).toBeTruthy();
});
