import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  DirectoryStore,
  lift,
  lock,
  promote,
  quarantine,
  readAudit,
  readLive,
  setCanary,
  unlock,
} from '@carry/releases';
import { account, build, numbered, release } from '@carry/releases/testing';
import { fakeSite } from '@carry/remote-kit/fake-shell';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RollbackController } from './health/rollback-controller';
import { inspectRelease } from './health/trial';
import { getBucket } from './http/visitor';
import { ReleaseFiles } from './releases/release-files';
import { ReleaseSet } from './releases/release-set';

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

async function open(good = 'good'): Promise<ReleaseSet> {
  const log = (line: string) => lines.push(line);
  const files = new ReleaseFiles(store, path.join(folder, good), log);
  const rollbackController = new RollbackController({
    getPointer: (remote) => set.getPointer(remote),
    quarantine: (remote, release) => set.quarantine(remote, release),
    inspect: (remote, version) => inspectRelease(files, remote, version),
    tryPage: async () => ({ error: null, ms: 20 }),
    log,
  });
  const set: ReleaseSet = new ReleaseSet({
    store,
    files,
    getSite: () => fakeSite,
    log,
    onDamage: rollbackController.damaged,
  });
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
  truncated: async (file) =>
    store.write(file, (await store.read(file))?.subarray(1) ?? Buffer.alloc(0)),
  'of another hash': (file) => store.write(file, Buffer.from('something else')),
};

for (const [what, file] of Object.entries(files)) {
  for (const [fault, damage] of Object.entries(damages)) {
    test(`rolls back a release with its ${what} ${fault}`, {
      tags: ['@fault-C6'],
    }, async () => {
      const style = { web: { 'static/route.0123456789.css': '.mf-booking-p{}' } };
      await release(store, numbered(1));
      const second = await release(
        store,
        numbered(2, {
          routes: "[{ id: 'booking', path: '/booking/:id/x', Component: () => null }]",
        }),
      );
      const third = await release(store, build(style));
      await promote(store, REMOTE, { version: second.version, why: 'test' });
      await promote(store, REMOTE, { version: third.version, why: 'test' });
      await damage(`${REMOTE}/${third.version}/${file}`);
      const set = await open();
      expect(served(set)).toBe(second.version);
      await vi.waitFor(async () => expect(await live()).toBe(second.version));
      const entry = {
        who: 'shell',
        action: 'rolled-back',
        from: third.version,
        to: second.version,
      };
      const why = expect.stringMatching(/lacks|fails its hash/);
      await vi.waitFor(async () =>
        expect((await readAudit(store)).at(-1)).toMatchObject({ ...entry, why }),
      );
    });
  }
}

test('skips a damaged release that is promoted at run time', async () => {
  const first = await release(store, numbered(1));
  const set = await open();
  const write = store.write.bind(store);
  store.write = async (file, content) => {
    await write(file, content);
    if (file === 'live.json')
      await write(
        `${REMOTE}/${await live()}/server/remote.cjs`,
        Buffer.from('damaged after the flip'),
      );
  };
  await release(store, numbered(2));
  store.write = write;
  await vi.waitFor(async () => expect(await live()).toBe(first.version), 4000);
  expect(served(set)).toBe(first.version);
});

test('serves the last good set while the store is gone', {
  tags: ['@fault-A6'],
}, async () => {
  const { version } = await release(store, numbered(1));
  await open();
  renameSync(store.name, `${store.name}.gone`);
  const restarted = await open();
  expect(served(restarted)).toBe(version);
  expect(
    await new ReleaseFiles(store, path.join(folder, 'good')).read(
      REMOTE,
      version,
      'server/remote.cjs',
    ),
  ).toBeTruthy();
  expect(lines.join()).toMatch(
    /cannot read the release store, serving the last good set: live.json (is gone|went back)/,
  );
  renameSync(`${store.name}.gone`, store.name);
  const next = await release(store, numbered(2));
  await vi.waitFor(() => expect(served(restarted)).toBe(next.version), 3000);
});

test('ignores a live.json that lost a remote without retiring it', {
  tags: ['@fault-A6', '@fault-11.22'],
}, async () => {
  const { version } = await release(store, numbered(1));
  const { version: other } = await release(store, build(account));
  const set = await open();
  const { revision, remotes } = await readLive(store);
  const { [REMOTE]: _, ...rest } = remotes;
  for (const lost of [{}, rest]) {
    await store.write(
      'live.json',
      Buffer.from(JSON.stringify({ revision: revision + 5, remotes: lost })),
    );
    await vi.waitFor(() => expect(lines.join()).toMatch(/live.json lacks/), 2000);
    for (const shell of [set, await open()]) {
      expect(served(shell)).toBe(version);
      expect(shell.compositionFor(null).records.get('mf-account')?.version).toBe(other);
    }
  }
  await store.write(
    'live.json',
    Buffer.from(`{"revision": 99, "remotes": {"__proto__": {"version": "${version}"}}}`),
  );
  expect(served(await open())).toBe(version);
});

const WHY = { version: '', why: 'test' };

test('keeps a failing release without a predecessor', async () => {
  const { version } = await release(store, numbered(1));
  const set = await open();
  await expect(set.quarantine(REMOTE, { ...WHY, version, to: 'none' })).rejects.toThrow(
    /no earlier release/,
  );
  expect(served(set)).toBe(version);
});

test('serves a canary that a person promotes before its quarantine is stored', async () => {
  await release(store, numbered(1));
  const { version } = await release(store, numbered(2), { target: { percent: 50 } });
  const [set, other] = [await open(), await open('another')];
  const write = vi.spyOn(store, 'compareAndSwap').mockRejectedValueOnce(new Error('no credential'));
  await set.quarantine(REMOTE, { version, why: 'it failed on 60 of 100 pages' });
  write.mockRestore();
  expect([set.hasCanary(), other.hasCanary()]).toEqual([false, true]);
  await promote(store, REMOTE, { version, why: 'it is sound', who: 'kim' });
  await vi.waitFor(() => expect(served(set)).toBe(version), 3000);
  expect(set.getPointer(REMOTE)).toEqual((await readLive(store)).remotes[REMOTE]);
});

test('serves a canary that a person restarts before its quarantine is stored', async () => {
  await release(store, numbered(1));
  const { version } = await release(store, numbered(2), { target: { percent: 50 } });
  const set = await open();
  const write = vi.spyOn(store, 'compareAndSwap').mockRejectedValueOnce(new Error('no credential'));
  await set.quarantine(REMOTE, { version, why: 'it failed on 60 of 100 pages' });
  write.mockRestore();
  await setCanary(store, REMOTE, { version, percent: 0, why: 'it fails' });
  await vi.waitFor(() => expect(set.live.remotes[REMOTE]?.canary?.percent).toBe(0), 3000);
  await setCanary(store, REMOTE, { version, percent: 50, why: 'it was the database' });
  await vi.waitFor(() => expect(set.hasCanary()).toBe(true), 3000);
});

test('applies two decisions on one remote that are not stored', async () => {
  const first = await release(store, numbered(1));
  const canary = await release(store, numbered(2), { target: { percent: 50 } });
  const third = await release(store, numbered(3), {
    target: { channel: 'pr-1', expires: new Date(Date.now() + 60_000) },
  });
  const set = await open();
  const swap = store.compareAndSwap.bind(store);
  const refuse = () => Promise.reject(new Error('no credential'));
  store.compareAndSwap = refuse;
  await set.quarantine(REMOTE, { version: canary.version, why: 'it fails' });
  store.compareAndSwap = swap;
  await promote(store, REMOTE, { version: third.version, why: 'it is better', who: 'kim' });
  await vi.waitFor(() => expect(served(set)).toBe(third.version), 3000);
  store.compareAndSwap = refuse;
  await set.quarantine(REMOTE, { version: third.version, why: 'it fails', to: first.version });
  expect([served(set), set.hasCanary()]).toEqual([first.version, false]);
  store.compareAndSwap = swap;
  await release(store, build(account));
  await vi.waitFor(
    () => expect(set.compositionFor(null).records.get('mf-account')).toBeTruthy(),
    3000,
  );
  expect([served(set), set.hasCanary()]).toEqual([first.version, false]);
  await vi.waitFor(async () => expect(await live()).toBe(first.version), 8000);
  await vi.waitFor(async () =>
    expect((await readLive(store)).remotes[REMOTE]?.quarantine).toMatchObject({
      [canary.version]: { who: 'shell' },
      [third.version]: { who: 'shell' },
    }),
  );
  expect(lines.filter((line) => /cannot store the quarantine/.test(line))).toHaveLength(2);
});

test('keeps a quarantined release out until an operator lifts it', {
  tags: ['@fault-11.25'],
}, async () => {
  const first = await release(store, numbered(1));
  const second = await release(store, numbered(2));
  const [set, other] = [await open(), await open('another')];
  await set.quarantine(REMOTE, { version: second.version, why: 'test', to: first.version });
  expect(served(set)).toBe(first.version);
  expect(await live()).toBe(first.version);
  await vi.waitFor(() => expect(served(other)).toBe(first.version), 2000);
  await expect(
    promote(store, REMOTE, { version: second.version, why: 'it looks fine' }),
  ).rejects.toThrow(/quarantine/);
  expect(served(await open('a third'))).toBe(first.version);
  await lift(store, REMOTE, { version: second.version, why: 'it was the database' });
  await promote(store, REMOTE, { version: second.version, why: 'it was the database' });
  await vi.waitFor(() => expect(served(set)).toBe(second.version), 2000);
});

test('stops serving a quarantined release of a locked remote', {
  tags: ['@fault-11.25'],
}, async () => {
  const first = await release(store, numbered(1));
  const second = await release(store, numbered(2));
  await lock(store, REMOTE, { why: 'a match day', who: 'kim' });
  const set = await open();
  await set.quarantine(REMOTE, { version: second.version, why: 'test', to: first.version });
  expect([served(set), await live()]).toEqual([first.version, second.version]);
  const restarted = await open('another');
  expect(served(restarted)).toBe(first.version);
  expect(restarted.deviations).toMatchObject([
    {
      remote: REMOTE,
      wanted: second.version,
      serving: first.version,
      why: 'it is in quarantine: test',
    },
  ]);
  await unlock(store, REMOTE, { why: 'over' });
  await new Promise((resolve) => setTimeout(resolve, 800));
  expect([served(set), served(restarted)]).toEqual([first.version, first.version]);
});

test('rolls back one step only, however many releases fail', {
  tags: ['@fault-11.18'],
}, async () => {
  const versions: string[] = [];
  for (const number of [1, 2, 3, 4])
    versions.unshift((await release(store, numbered(number))).version);
  const [set, other] = [await open(), await open('another')];
  for (let time = 0; time < 5; time++) {
    for (const shell of [set, other]) {
      const { version = '', history = [] } = shell.getPointer(REMOTE) ?? {};
      await shell.quarantine(REMOTE, { version, why: 'test', to: history[0] }).catch(() => {});
    }
    await new Promise((resolve) => setTimeout(resolve, 300)); // time for both shells to poll the store
  }
  expect(served(set)).toBe(versions[1]);
  const pointer = (await readLive(store)).remotes[REMOTE];
  expect(pointer).toMatchObject({
    version: versions[1],
    history: versions.slice(2),
    ahead: [versions[0]],
  });
});

test('applies a quarantine at once and stores it later', async () => {
  const first = await release(store, numbered(1));
  const second = await release(store, numbered(2));
  const set = await open();
  const swap = store.compareAndSwap.bind(store);
  store.compareAndSwap = () => Promise.reject(new Error('read-only'));
  await set.quarantine(REMOTE, { version: second.version, why: 'test', to: first.version });
  expect([served(set), await live()]).toEqual([first.version, second.version]);
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(served(set)).toBe(first.version);
  store.compareAndSwap = swap;
  await vi.waitFor(async () => expect(await live()).toBe(first.version), 8000);
});

test('serves the previous release if the contract is unsupported', async () => {
  const first = await release(store, numbered(1));
  const second = await release(store, numbered(2));
  const file = `${REMOTE}/${second.version}/release.json`;
  const record = JSON.parse(String(await store.read(file)));
  await store.write(file, Buffer.from(JSON.stringify({ ...record, contractVersion: 99 })));
  const set = await open();
  expect(served(set)).toBe(first.version);
  expect(JSON.stringify(set.deviations)).toMatch(/built for contract 99, this shell serves/);
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await live()).toBe(second.version);
});

test('falls back one release at most', async () => {
  const versions: string[] = [];
  for (const number of [1, 2, 3]) versions.push((await release(store, numbered(number))).version);
  for (const version of versions.slice(1))
    await store.remove(`${REMOTE}/${version}/server/remote.cjs`);
  const set = await open();
  expect(served(set)).toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(await live()).toBe(versions[2]);
});

const visitors = Array.from({ length: 1000 }, (_, index) => `visitor ${index}`);

test('limits a canary to the visitors in its buckets', async () => {
  const first = await release(store, numbered(1));
  const second = await release(store, numbered(2), {
    target: { channel: 'pr-1', expires: new Date(Date.now() + 60_000) },
  });
  await setCanary(store, REMOTE, { version: second.version, percent: 10, why: 'test' });
  const set = await open();
  for (const visitor of visitors) {
    const expected = getBucket(visitor, REMOTE) < 10 ? second.version : first.version;
    expect(set.compositionFor(visitor).records.get(REMOTE)?.version).toBe(expected);
  }
  expect(served(set)).toBe(first.version);
  await quarantine(store, REMOTE, { version: second.version, why: 'test', who: 'shell' });
  await vi.waitFor(() => expect(set.hasCanary()).toBe(false), 2000);
});

test('assigns canaries independently of each other', {
  tags: ['@fault-11.19'],
}, () => {
  const remotes = ['mf-account', 'mf-booking', 'mf-coach', 'mf-marketing'];
  const numbers = visitors.map(
    (visitor) => remotes.filter((remote) => getBucket(visitor, remote) < 50).length,
  );
  const share = (of: number) => numbers.filter((number) => number === of).length / visitors.length;
  expect([share(0), share(2), share(4)]).toEqual([
    expect.closeTo(1 / 16, 1.3),
    expect.closeTo(6 / 16, 1.3),
    expect.closeTo(1 / 16, 1.3),
  ]);
});

test('caches compositions by content and evicts old ones', async () => {
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
