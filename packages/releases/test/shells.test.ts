import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isSealed, listShells, readShell, shellFile, storeShell } from '../src/index';
import { collectGarbage } from '../src/maintenance/collect';
import { examine } from '../src/maintenance/doctor';
import { conditionalStores, type OpenedStore } from './stores';

const DAY = 24 * 60 * 60 * 1000;
const secret = 'what all sites of the installation have';
const folders: string[] = [];

/** Writes a build of the shell with a number in it; returns its folder. */
function built(number: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-shell-'));
  folders.push(folder);
  mkdirSync(path.join(folder, 'static/js'), { recursive: true });
  const code = `console.log(${number})`;
  const hash = String(number).padStart(10, '0');
  writeFileSync(
    path.join(folder, 'index.html'),
    `<script src="/assets/index.${hash}.js"></script>`,
  );
  writeFileSync(path.join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(path.join(folder, `index.${hash}.js`), code);
  writeFileSync(path.join(folder, `index.${hash}.js.br`), brotliCompressSync(code));
  writeFileSync(path.join(folder, 'static/js/same.0123456789.js'), 'same');
  return folder;
}

describe.each(conditionalStores)('shells in %s', (_, open) => {
  let opened: OpenedStore;
  beforeEach(async () => {
    opened = await open();
  });
  afterEach(async () => {
    await opened.close();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  test("stores a shell's hashed files once", async () => {
    const { store } = opened;
    const folder = built(1);
    const versions = await Promise.all([1, 2, 3].map(() => storeShell(store, folder, { secret })));
    expect(new Set(versions).size).toBe(1);
    const [version = ''] = versions;
    expect(await listShells(store)).toEqual([version]);
    expect((await store.list('shell')).sort()).toEqual(
      ['index.0000000001.js', 'index.0000000001.js.br', 'static/js/same.0123456789.js'].map(
        (file) => shellFile(version, file),
      ),
    );
    expect(await storeShell(store, built(2), { secret })).not.toBe(version);
    expect(await examine(store)).toEqual([]);
  });

  test('rejects a shell record with an invalid HMAC', async () => {
    const { store } = opened;
    const version = await storeShell(store, built(1), { secret });
    const record = await readShell(store, version);
    if (!record) throw new Error('it is there');
    expect([isSealed(record, secret), isSealed(record, 'another'), isSealed(record, '')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(isSealed({ ...record, seal: undefined }, secret)).toBe(false);
    const file = 'static/js/same.0123456789.js';
    const other = {
      ...record,
      files: { ...record.files, [file]: { ...record.files['index.0000000001.js'] } },
    };
    await store.write(`shells/${version}.json`, Buffer.from(JSON.stringify(other)));
    await expect(readShell(store, version)).rejects.toThrow(/files that do not match its version/);
  });

  test('keeps recent and running shell versions in gc', async () => {
    const { store } = opened;
    const now = Date.now();
    const versions: string[] = [];
    for (const [index, days] of [9, 8, 7, 6, 0.5].entries())
      versions.push(
        await storeShell(store, built(index), { secret, now: new Date(now - days * DAY) }),
      );
    await storeShell(store, built(0), { secret, now: new Date(now - 2 * DAY) }); // rolled back to it
    await store.write('shell/aaaaaaaaaaaa/index.aaaaaaaaaa.js', Buffer.from('half'));
    const dry = await collectGarbage(store, 2, { now, dry: true });
    expect(dry.removed.sort()).toEqual([1, 2, 3].map((index) => `shell@${versions[index]}`).sort());
    expect(await listShells(store)).toHaveLength(5);
    await collectGarbage(store, 2, { now });
    expect((await listShells(store)).sort()).toEqual([versions[0], versions[4]].sort());
    expect((await store.list('shell')).map((file) => file.split('/')[1])).toContain('aaaaaaaaaaaa');
    await collectGarbage(store, 2, { now: now + DAY });
    expect((await store.list('shell')).map((file) => file.split('/')[1])).not.toContain(
      'aaaaaaaaaaaa',
    );
  });

  test('keeps a shell that a site starts during gc', async () => {
    const { store } = opened;
    const now = Date.now();
    const builds = [0, 1, 2].map(built);
    const versions: string[] = [];
    for (const folder of builds)
      versions.push(await storeShell(store, folder, { secret, now: new Date(now - 2 * DAY) }));
    let started = '';
    const remove = store.remove.bind(store);
    vi.spyOn(store, 'remove').mockImplementation(async (file) => {
      const index = versions.findIndex((version) => !file.includes(version));
      started ||= await storeShell(store, builds[index] ?? '', { secret });
      await remove(file);
    });
    await collectGarbage(store, 0, { now });
    expect(await listShells(store)).toEqual([started]);
    expect(await examine(store)).toEqual([]);
  });

  test('finds damaged, missing and partial shells', async () => {
    const { store } = opened;
    const version = await storeShell(store, built(1), { secret });
    await store.write(shellFile(version, 'index.0000000001.js'), Buffer.from('evil'));
    await store.remove(shellFile(version, 'static/js/same.0123456789.js'));
    await store.write('shell/aaaaaaaaaaaa/index.aaaaaaaaaa.js', Buffer.from('half'));
    const findings = await examine(store);
    expect(findings.map(({ level, what }) => `${level} ${what}`)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^error shell@\w+ has a file index/),
        expect.stringMatching(/^error shell@\w+ lacks static\/js\/same/),
        expect.stringMatching(/^warning shell@aaaaaaaaaaaa is a partial upload/),
      ]),
    );
  });
});
