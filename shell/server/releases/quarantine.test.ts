import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore, type Store } from '@carry/releases';
import { account, build, numbered, release } from '@carry/releases/testing';
import { fakeSite } from '@carry/remote-kit/fake-shell';
import { expect, onTestFinished, test } from 'vitest';
import { Quarantine } from './quarantine';
import { ReleaseFiles } from './release-files';
import { ReleaseSet } from './release-set';

const WHY = 'it fails';
const refuse = () => Promise.reject(new Error('no credential'));

test('logs the failed write of each decision once', async () => {
  const store: Partial<Store> = { assertFit: refuse };
  const lines: string[] = [];
  const quarantine = new Quarantine(
    store as Store,
    (line) => lines.push(line),
    async () => {},
  );
  for (let attempt = 0; attempt < 2; attempt++)
    for (const version of ['1.0.0', '2.0.0'])
      await quarantine.store('mf-booking', { version, why: WHY });
  expect(lines).toEqual(
    ['1.0.0', '2.0.0'].map(
      (version) => `cannot store the quarantine of mf-booking@${version}: no credential`,
    ),
  );
});

test('applies a decision that is made while another one is rejected', async () => {
  const store = new DirectoryStore(mkdtempSync(path.join(tmpdir(), 'carry-quarantine-')));
  const single = await release(store, build(account));
  const first = await release(store, numbered(1));
  const second = await release(store, numbered(2));
  store.compareAndSwap = refuse;
  let other: Promise<void> | undefined;
  const set: ReleaseSet = new ReleaseSet({
    store,
    files: new ReleaseFiles(store, null),
    getSite: () => fakeSite,
    onDamage() {},
    log(line) {
      if (!line.startsWith('cannot store the quarantine of mf-account')) return;
      other ??= set.quarantine('mf-booking', {
        version: second.version,
        why: WHY,
        to: first.version,
      });
    },
  });
  onTestFinished(() => {
    set.close();
    rmSync(store.name, { recursive: true, force: true });
  });
  await set.open();
  const rejected = set.quarantine('mf-account', {
    version: single.version,
    why: WHY,
    to: 'none',
  });
  await expect(rejected).rejects.toThrow(/no earlier release/);
  await other;
  const { records } = set.compositionFor(null);
  expect(records.get('mf-account')?.version).toBe(single.version);
  expect(records.get('mf-booking')?.version).toBe(first.version);
});
