import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore, readLive } from '@carry/releases';
import { numbered, release } from '@carry/releases/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LocalCopy } from './local-copy';
import { ReleaseFiles } from './release-files';

const REMOTE = 'mf-booking';
const BUNDLE = 'server/remote.cjs';
let folder: string;
let good: string;
let store: DirectoryStore;
let version: string;
let lines: string[];

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-files-'));
  good = path.join(folder, 'good');
  store = new DirectoryStore(path.join(folder, 'store'));
  lines = [];
  ({ version } = await release(store, numbered(1)));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = () => new ReleaseFiles(store, good, (line) => lines.push(line));

async function readAsShell(files = open()): Promise<string | undefined> {
  const record = await files.record(REMOTE, version);
  if (record) await files.verify(record);
  await files.keepLive(await readLive(store));
  return (await files.read(REMOTE, version, BUNDLE))?.toString();
}

const copied = (file: string) => path.join(good, readdirSync(good)[0] ?? '', file);

test('repairs a corrupt local copy from the store', {
  tags: ['@fault-11.20'],
}, async () => {
  const content = await readAsShell();
  const file = copied(`${REMOTE}/${version}/${BUNDLE}`);
  const bytes = readFileSync(file);
  bytes[3] = (bytes[3] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  expect(await readAsShell()).toBe(content);
  expect(readFileSync(file, 'utf8')).toBe(content);
});

test.each(['live.json', 'release.json', 'server bundle'])(
  'ignores an empty or corrupt local %s',
  { tags: ['@fault-A6'] },
  async (what) => {
    const content = await readAsShell();
    const file = copied(
      { 'live.json': what, 'release.json': `${REMOTE}/${version}/release.json` }[what] ??
        `${REMOTE}/${version}/${BUNDLE}`,
    );
    for (const garbage of [
      '',
      '{',
      'null',
      '[]',
      '{"remotes":{"__proto__":{}}}',
      'x'.repeat(100_000),
    ]) {
      writeFileSync(file, garbage);
      expect(await readAsShell()).toBe(content);
      writeFileSync(file, garbage);
      const live = await open().lastLive();
      expect(live === null || live.remotes[REMOTE]?.version === version).toBe(true);
    }
  },
);

test('keeps no record of an incomplete local copy', async () => {
  await readAsShell();
  const record = copied(`${REMOTE}/${version}/release.json`);
  rmSync(path.dirname(record), { recursive: true });
  const write = LocalCopy.prototype.write;
  const full = vi.spyOn(LocalCopy.prototype, 'write').mockImplementation(function (
    this: LocalCopy,
    file,
    content,
  ) {
    const fits = file.endsWith('.json');
    return fits ? write.call(this, file, content) : Promise.resolve(false);
  });
  await readAsShell();
  full.mockRestore();
  expect(existsSync(record)).toBe(false);
  await readAsShell();
  expect(existsSync(record)).toBe(true);
});

test('keeps the copies of the saved live document on a full disk', async () => {
  await readAsShell();
  const record = copied(`${REMOTE}/${version}/release.json`);
  const full = vi.spyOn(LocalCopy.prototype, 'write').mockResolvedValue(false);
  for (const number of [2, 3]) await release(store, numbered(number));
  await open().keepLive(await readLive(store));
  expect(existsSync(record)).toBe(true);
  full.mockRestore();
  await open().keepLive(await readLive(store));
  expect(existsSync(record)).toBe(false);
});

test('keeps the copy of the release before one in quarantine', async () => {
  await readAsShell();
  const [failed, next] = [await release(store, numbered(2)), await release(store, numbered(3))];
  const live = await readLive(store);
  const quarantine = { [failed.version]: { who: 'shell', at: '2026-01-01T00:00:00Z', why: 'x' } };
  const pointer = { version: next.version, history: [failed.version, version], quarantine };
  await open().keepLive({ ...live, remotes: { [REMOTE]: pointer } });
  expect(existsSync(copied(`${REMOTE}/${version}/release.json`))).toBe(true);
});

test('rejects the record of another release', async () => {
  await readAsShell();
  const other = await release(store, numbered(2));
  const record = await store.read(`${REMOTE}/${other.version}/release.json`);
  writeFileSync(copied(`${REMOTE}/${version}/release.json`), record ?? '');
  await store.remove(`${REMOTE}/${version}/release.json`);
  expect(await open().record(REMOTE, version)).toBeNull();
});

test('logs once if the local copy is unwritable', {
  tags: ['@fault-11.20'],
}, async () => {
  writeFileSync(good, 'a file where the folder should be');
  const files = open();
  expect(await readAsShell(files)).toMatch(/contractVersion/);
  expect(await files.lastLive()).toBeNull();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^cannot write the last good set to /);
});

test('tolerates files that cannot be replaced or removed', {
  tags: ['@fault-11.20'],
}, async () => {
  await readAsShell();
  const live = copied('live.json');
  rmSync(live);
  mkdirSync(path.join(live, 'in the way'), { recursive: true });
  expect(await readAsShell()).toMatch(/contractVersion/);
  expect(existsSync(path.join(live, 'in the way'))).toBe(true);
  expect(readdirSync(path.dirname(live)).filter((name) => name.endsWith('.part'))).toEqual([]);
});

test('writes atomically with concurrent writers', {
  tags: ['@fault-11.20'],
}, async () => {
  const copies = Array.from({ length: 10 }, () => new LocalCopy(good, (line) => lines.push(line)));
  const contents = copies.map((_, index) => String(index).repeat(200_000));
  await Promise.all(
    copies.map((copy, index) => copy.write('deep/file', Buffer.from(contents[index] ?? ''))),
  );
  expect(contents).toContain(readFileSync(path.join(good, 'deep/file'), 'utf8'));
  expect(readdirSync(path.join(good, 'deep'))).toEqual(['file']);
  expect(lines).toEqual([]);
});

test('detects damage in the store despite a local copy', async () => {
  await readAsShell();
  await store.write(`${REMOTE}/${version}/${BUNDLE}`, Buffer.from('damaged'));
  expect(await readAsShell()).toMatch(/contractVersion/);
  rmSync(copied(`${REMOTE}/${version}/${BUNDLE}`));
  await expect(open().read(REMOTE, version, BUNDLE)).rejects.toThrow(/fails its hash/);
  const record = await open().record(REMOTE, version);
  if (record) await expect(open().verifyStored(record)).rejects.toThrow(/fails its hash/);
});

test('verifies files without a local copy', async () => {
  const files = new ReleaseFiles(store, null);
  expect(await readAsShell(files)).toMatch(/contractVersion/);
  expect(existsSync(good)).toBe(false);
  await store.write(`${REMOTE}/${version}/${BUNDLE}`, Buffer.from('damaged'));
  await expect(files.read(REMOTE, version, BUNDLE)).rejects.toThrow(/fails its hash/);
  const record = await files.record(REMOTE, version);
  if (record) await expect(files.verify(record)).rejects.toThrow(/fails its hash/);
});
