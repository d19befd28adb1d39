import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DirectoryStore, promote, readAudit, readLive, setCanary } from 'registry';
import { account, build, numbered, release } from 'registry/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReleaseFiles } from './release-files';
import { ReleaseSet } from './release-set';

const REMOTE = 'mf-booking';
let folder: string;
let store: DirectoryStore;
let opened: ReleaseSet[];
let lines: string[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-set-'));
  store = new DirectoryStore(path.join(folder, 'store'));
  opened = [];
  lines = [];
});
afterEach(() => {
  for (const set of opened) set.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A shell's view of the store, as after its start. */
async function open(): Promise<ReleaseSet> {
  const set = new ReleaseSet(store, new ReleaseFiles(store, path.join(folder, 'good')), 'nova', (line) => lines.push(line));
  opened.push(set);
  await set.open();
  return set;
}
const served = (set: ReleaseSet) => set.compositionFor(null).records.get(REMOTE)?.version;
const live = async () => (await readLive(store)).remotes[REMOTE]?.version;

const files = {
  entry: 'web/remoteEntry.0123456789.js',
  chunk: 'web/static/route.0123456789.js',
  style: 'web/static/route.0123456789.css',
  'server bundle': 'server/remote.cjs',
};
const damages: Record<string, (file: string) => Promise<void>> = {
  missing: (file) => store.remove(file),
  truncated: async (file) => store.write(file, (await store.read(file))?.subarray(1) ?? Buffer.alloc(0)),
  'of another hash': (file) => store.write(file, Buffer.from('something else')),
};

for (const [what, file] of Object.entries(files)) {
  for (const [fault, damage] of Object.entries(damages)) {
    test(`${what} ${fault}: the release before is served and becomes live again, with an audit entry`, async () => {
      const style = { web: { 'static/route.0123456789.css': 'p{}' } };
      await release(store, numbered(1));
      const second = await release(store, numbered(2, { routes: "[{ id: 'booking', path: '/booking/:id/x', Component: () => null }]" }));
      const third = await release(store, build(style));
      await promote(store, REMOTE, second.version, { why: 'test' });
      await promote(store, REMOTE, third.version, { why: 'test' });
      await damage(`${REMOTE}/${third.version}/${file}`);
      const set = await open();
      expect(served(set)).toBe(second.version);
      await vi.waitFor(async () => expect(await live()).toBe(second.version));
      const entry = { who: 'shell', action: 'fall-back', from: third.version, to: second.version };
      const why = expect.stringMatching(/lacks|fails its hash/);
      await vi.waitFor(async () => expect((await readAudit(store)).at(-1)).toMatchObject({ ...entry, why }));
    });
  }
}

test('a damaged release that comes while the shell runs is not taken up', async () => {
  const first = await release(store, numbered(1));
  const set = await open();
  const write = store.write.bind(store);
  store.write = async (file, content) => {
    await write(file, content);
    if (file === 'live.json') await write(`${REMOTE}/${await live()}/server/remote.cjs`, Buffer.from('damaged after the flip'));
  };
  await release(store, numbered(2));
  store.write = write;
  await vi.waitFor(async () => expect(await live()).toBe(first.version), 4000);
  expect(served(set)).toBe(first.version);
});

test('with the store gone, a new shell serves what was live last; an emptied store changes nothing either', async () => {
  const { version } = await release(store, numbered(1));
  await open();
  renameSync(store.name, `${store.name}.gone`);
  const restarted = await open();
  expect(served(restarted)).toBe(version);
  expect(await new ReleaseFiles(store, path.join(folder, 'good')).read(REMOTE, version, 'server/remote.cjs')).toBeTruthy();
  expect(lines.join()).toMatch(/the release store cannot be read, serving the last good set: it is empty/);
  renameSync(`${store.name}.gone`, store.name);
  const next = await release(store, numbered(2));
  await vi.waitFor(() => expect(served(restarted)).toBe(next.version), 3000);
});

test('without anything to fall back to, the failing release stays and the log says so', async () => {
  const { version } = await release(store, numbered(1));
  const set = await open();
  await set.condemn(REMOTE, version, 'test');
  expect(served(set)).toBe(version);
  expect(lines.join()).toMatch(/there is no sound release to fall back to/);
});

test('a release found failing is left at once and for good, until a person promotes it again', async () => {
  const first = await release(store, numbered(1));
  const second = await release(store, numbered(2));
  const set = await open();
  await set.condemn(REMOTE, second.version, 'test');
  expect(served(set)).toBe(first.version);
  await vi.waitFor(async () => expect(await live()).toBe(first.version));
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(served(set)).toBe(first.version);
  await promote(store, REMOTE, second.version, { why: 'it was the database' });
  await vi.waitFor(() => expect(served(set)).toBe(second.version), 2000);
});

test('a canary reaches the buckets below its share, and nobody else', async () => {
  const first = await release(store, numbered(1));
  const second = await release(store, numbered(2), { target: { channel: 'pr-1', expires: new Date(Date.now() + 60_000) } });
  await setCanary(store, REMOTE, second.version, 10, { why: 'test' });
  const set = await open();
  const versions = Array.from({ length: 100 }, (_, bucket) => set.compositionFor(bucket).records.get(REMOTE)?.version);
  expect(versions.filter((version) => version === second.version)).toHaveLength(10);
  expect(versions.slice(10)).toEqual(Array.from({ length: 90 }, () => first.version));
  expect(served(set)).toBe(first.version);
});

test('compositions are named by their content, and what nobody uses any more is forgotten', async () => {
  const { version } = await release(store, numbered(1));
  await release(store, build(account));
  const set = await open();
  const one = set.compositionFor(null);
  expect(set.compositionFor(null)).toBe(one);
  expect(set.compositionById(one.id)).toBe(one);
  const record = one.records.get(REMOTE);
  if (!record) throw new Error(`${version} is not served`);
  for (let number = 0; number < 300; number++)
    set.compositionFor(null, [{ ...record, version: `9.9.9-${String(number).padStart(12, '0')}` }]);
  expect(set.compositionById(one.id)).toBeUndefined();
});
