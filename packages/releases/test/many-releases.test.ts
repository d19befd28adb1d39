// Reads of reports and commands in a store with many releases and entries.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AuditEntry } from '@carry/contracts/release';
import { beforeEach, expect, test } from 'vitest';
import { resolveVersion } from '../src/cli/names';
import { DirectoryStore, encode, readAudit, readLive, readLiveAfter, rollback } from '../src/index';
import { collectGarbage } from '../src/maintenance/collect';
import { examine } from '../src/maintenance/doctor';
import { auditPath, readRelease } from '../src/pointers/live';
import { readDifference } from '../src/reports/difference';
import { readOverview, readReleaseDetails, readRemote } from '../src/reports/overview';
import { build, numbered, release } from './build';

const REMOTE = 'mf-booking';
const RELEASES = 120;
const ENTRIES = 400;
const START = Date.UTC(2026, 0, 1);
const createTime = (number: number) => new Date(START + number * 60_000).toISOString();

/** A store that counts reads of files, and the requests at once. */
class CountingStore extends DirectoryStore {
  reads = 0;
  atOnce = 0;
  private running = 0;

  override read(file: string, maxBytes?: number) {
    this.reads++;
    return this.count(super.read(file, maxBytes));
  }

  override write(file: string, content: Buffer) {
    return this.count(super.write(file, content));
  }

  private count<Result>(request: Promise<Result>): Promise<Result> {
    this.atOnce = Math.max(this.atOnce, ++this.running);
    return request.finally(() => this.running--);
  }
}

let store: CountingStore;
/** Versions of the releases, oldest first. */
let versions: string[];

/** Returns the number of reads of an action. */
async function countReads(action: () => Promise<unknown>): Promise<number> {
  Object.assign(store, { reads: 0, atOnce: 0 });
  await action();
  return store.reads;
}

const add = (more: Partial<AuditEntry>) => {
  const entry: AuditEntry = {
    ...{ at: createTime(0), who: 'kim', action: 'promote', remote: REMOTE },
    ...{ from: null, to: null, why: '', ...more },
  };
  return store.write(auditPath(entry), encode(entry));
};

/** Adds releases with the files of a stored one, and moves of the pointer to each in turn. */
beforeEach(async () => {
  store = new CountingStore(mkdtempSync(path.join(tmpdir(), 'carry-store-')));
  const { version } = await release(store, build());
  const record = await readRelease(store, REMOTE, version);
  const live = await readLive(store);
  await store.remove(auditPath(live.change as AuditEntry));
  await store.remove(`${REMOTE}/${version}/release.json`);
  const hash = version.slice(version.lastIndexOf('-'));
  versions = Array.from({ length: RELEASES }, (_, number) => `2.0.${number}${hash}`);
  const add = ({ number, version }: { number: number; version: string }) =>
    store.write(
      `${REMOTE}/${version}/release.json`,
      encode({ ...record, version, createdAt: createTime(number * 4 - 1) }),
    );
  for (const [number, version] of versions.entries()) await add({ number, version });
  const moves = Array.from({ length: ENTRIES }, (_, number) => number);
  for (const number of moves) {
    const to = versions[Math.floor(number / 4)] as string;
    await addMove(number, to);
  }
  const newest = versions[ENTRIES / 4 - 1] as string;
  const pointer = { ...live.remotes[REMOTE], version: newest, history: [versions[0]] };
  const { change: _, ...rest } = live;
  await store.write(
    'live.json',
    encode({ ...rest, revision: ENTRIES, remotes: { [REMOTE]: pointer } }),
  );
});

const addMove = (number: number, to: string) =>
  add({ at: createTime(number), to, revision: number + 1 });

const noHealth = async () => ({ unavailable: 'none' });

test('compares two releases with a bounded number of reads', async () => {
  const [from = '', to = ''] = versions;
  expect(await countReads(() => readDifference(store, REMOTE, { from, to }))).toBeLessThan(60);
});

test('reads one release without the others', async () => {
  const version = versions[ENTRIES / 4 - 2] as string;
  expect(await countReads(() => readReleaseDetails(store, REMOTE, version))).toBeLessThan(20);
  const { release } = await readReleaseDetails(store, REMOTE, version);
  expect(release).toMatchObject({ version, by: 'kim', state: 'stored' });
  const missing = readReleaseDetails(store, REMOTE, '9.9.9-missing');
  await expect(missing).rejects.toThrow('the store has no mf-booking@9.9.9-missing');
});

test('reads the records of a remote in batches, and once', async () => {
  await readRemote(store, REMOTE);
  expect(store.atOnce).toBeLessThan(90);
  expect(await countReads(() => readRemote(store, REMOTE))).toBeLessThan(110);
});

test('pages releases, and always has those in use', async () => {
  const first = await readRemote(store, REMOTE);
  const names = (releases: { version: string }[]) => releases.map(({ version }) => version);
  const ordered = versions.toReversed();
  expect(names(first.releases)).toEqual([...ordered.slice(0, 50), versions[0]]);
  const second = await readRemote(store, REMOTE, { before: first.older ?? '' });
  expect(names(second.releases)).toEqual(ordered.slice(50, 100));
  const third = await readRemote(store, REMOTE, { before: second.older ?? '' });
  expect(names(third.releases)).toEqual(ordered.slice(100));
  expect(third.older).toBeNull();
});

test('reads entries of the overview once for all viewers', async () => {
  const documents = await Promise.all([
    readOverview(store, noHealth),
    readOverview(store, noHealth),
  ]);
  expect(documents[0]).toEqual(documents[1]);
  expect(await countReads(() => readOverview(store, noHealth))).toBeLessThan(5);
  const to = versions[RELEASES - 1] as string;
  await add({ at: createTime(ENTRIES), action: 'preview', channel: 'pr-1', to, why: 'a look' });
  const { remotes } = await readOverview(store, noHealth);
  expect(remotes.find(({ name }) => name === REMOTE)?.changes[0]).toMatchObject({ why: 'a look' });
});

test('finds the latest release by the times of its records', async () => {
  let found = '';
  const find = async () => {
    found = await resolveVersion(store, REMOTE, 'latest');
  };
  expect(await countReads(find)).toBeLessThanOrEqual(RELEASES + 1);
  expect(found).toBe(versions[RELEASES - 1]);
  for (let number = 0; number < 50; number++)
    await add({ at: createTime(-number), to: versions[80] ?? null, revision: 99_999_000 + number });
  expect(await countReads(find)).toBeLessThan(5);
  expect(found).toBe(versions[RELEASES - 1]);
});

test('explains a change of the live document by the newest entries', async () => {
  const known = await readLive(store);
  await store.write('live.json', encode({ revision: ENTRIES + 1, remotes: {} }));
  const accepted = () => readLiveAfter(store, known);
  await expect(accepted()).rejects.toThrow('no audit entry retires it');
  await add({ at: createTime(ENTRIES), action: 'retire', revision: ENTRIES + 1 });
  expect(await countReads(accepted)).toBeLessThan(15);
});

test('reads the whole log in batches', async () => {
  expect(await countReads(() => readAudit(store))).toBe(ENTRIES);
  expect(store.atOnce).toBeLessThanOrEqual(100);
});

test('gc reads records in batches', async () => {
  await collectGarbage(store, 10, { dry: true });
  expect(store.atOnce).toBeLessThanOrEqual(50);
});

test('stores and verifies many files in batches', async () => {
  const numbers = Array.from({ length: 120 }, (_, number) => number);
  const web = Object.fromEntries(numbers.map((number) => [`${number}.0123456789.js`, `${number}`]));
  store.atOnce = 0;
  await release(store, build({ web }));
  expect(store.atOnce).toBeLessThanOrEqual(50);
  await examine(store);
  expect(store.atOnce).toBeLessThanOrEqual(100); // both compressed forms of 50 files
});

test('names the newest release after a rollback', async () => {
  const second = await release(store, numbered(2));
  await rollback(store, REMOTE, { why: 'wrong' });
  expect(await resolveVersion(store, REMOTE, 'latest')).toBe(second.version);
});
