import type { AuditEntry } from '@carry/contracts/release';
import { expect, test } from 'vitest';
import {
  describeChange,
  encode,
  lock,
  promote,
  readAudit,
  readLive,
  readSite,
  retire,
  rotateKey,
  type Store,
  setSiteKeys,
  unlock,
} from '../src/index';
import { HttpStoreClient } from '../src/service/http-store-client';
import type { SigningKey } from '../src/signing/keys';
import { signPointer } from '../src/signing/orders';
import { numbered, release } from './build';
import {
  accounts,
  bench,
  booking,
  openStore,
  operator,
  prepareService,
  startService,
  stranger,
  trust,
} from './service-bench';

prepareService();

const REMOTE = 'mf-booking';

/** Sends a pointer that the team forged and signed correctly. */
async function send(
  url: string,
  key: SigningKey,
  make: (pointer: NonNullable<Awaited<ReturnType<typeof readLive>>['remotes'][string]>) => object,
  claims: object = {},
): Promise<boolean> {
  const before = (await bench.behind.read('live.json')) as Buffer;
  const live = await readLive(bench.behind);
  const pointer = live.remotes[REMOTE];
  if (!pointer) throw new Error('nothing is live');
  const revision = live.revision + 1;
  const next = signPointer(make(pointer) as typeof pointer, {
    remote: REMOTE,
    revision,
    key,
    trust: trust(),
  });
  const claimed = {
    at: new Date().toISOString(),
    who: `key ${key.id}`,
    action: 'unlock',
    remote: REMOTE,
    from: pointer.version,
    to: pointer.version,
    why: 'tidy',
    revision,
  };
  const document = {
    ...live,
    revision,
    remotes: { ...live.remotes, [REMOTE]: next },
    change: { ...claimed, ...claims },
  };
  return new HttpStoreClient(url, key).compareAndSwap('live.json', before, encode(document));
}

async function twoReleases(store: Store): Promise<[string, string]> {
  return [(await release(store, numbered(1))).version, (await release(store, numbered(2))).version];
}

test('refuses an unlock that makes another release live', async () => {
  const url = await startService();
  const store = openStore(url, booking);
  const [first] = await twoReleases(store);
  await lock(store, REMOTE, { why: 'hold', who: `key ${booking.id}` });
  const before = await bench.behind.read('live.json');
  const sneak = send(url, booking, ({ lock: _, ...pointer }) => ({
    ...pointer,
    version: first,
    history: [],
    ahead: [pointer.version],
  }));
  await expect(sneak).rejects.toThrow(/locked by/);
  expect(await bench.behind.read('live.json')).toEqual(before);
});

test('refuses a team that removes an operator’s lock', async () => {
  const url = await startService();
  const store = openStore(url, booking);
  await twoReleases(store);
  await lock(openStore(url, operator), REMOTE, { why: 'incident', who: `key ${operator.id}` });
  await expect(unlock(store, REMOTE, { why: 'mine' })).rejects.toThrow(/may not unlock/);
  const relock = send(url, booking, (pointer) => ({
    ...pointer,
    lock: { who: `key ${booking.id}`, why: 'mine', at: new Date().toISOString() },
  }));
  await expect(relock).rejects.toThrow(/may not unlock/);
  await unlock(openStore(url, operator), REMOTE, { why: 'over' });
  expect((await readLive(bench.behind)).remotes[REMOTE]?.lock).toBeUndefined();
});

test.each<[string, object]>([
  ['action', { action: 'publish' }],
  ['from', { from: '9.9.9-000000000000' }],
  ['to', { to: null }],
  ['percent', { percent: 100 }],
  ['channel', { channel: 'pr-1' }],
  ['paths', { paths: ['/login'] }],
])('records the real change despite a forged %s', { tags: ['@fault-K2'] }, async (_, lie) => {
  const url = await startService();
  const store = openStore(url, booking);
  const [first, second] = await twoReleases(store);
  const back = (pointer: object) => ({ ...pointer, version: first, history: [], ahead: [second] });
  expect(await send(url, booking, back, lie)).toBe(true);
  const { at: _at, ...entry } = (await readAudit(bench.behind)).at(-1) ?? { at: '' };
  const truth = { action: 'rollback', remote: REMOTE, from: second, to: first };
  expect(entry).toEqual({ ...truth, who: `key ${booking.id}`, why: 'tidy', revision: 3 });
  expect((await readLive(bench.behind)).change).toMatchObject(truth);
});

test.each<[string, object]>([
  ['two things at once', { canary: { version: '', percent: 10, takenBack: false } }],
  ['a rewritten history', { history: [] }],
  ['a rollback that no decision made', { rolledBack: true }],
])('refuses %s', async (_, change) => {
  const url = await startService();
  const [first] = await twoReleases(openStore(url, booking));
  const make = (pointer: object) => {
    const made = { ...pointer, ...change, lock: lockBy(booking) };
    return 'canary' in change
      ? { ...made, canary: { version: first, percent: 10, takenBack: false } }
      : made;
  };
  await expect(send(url, booking, make)).rejects.toThrow(/exactly one action|not rewrite/);
});

const lockBy = ({ id }: SigningKey) => ({
  who: `key ${id}`,
  why: 'hold',
  at: new Date().toISOString(),
});

test('refuses a tombstone of another remote beside a change', async () => {
  const url = await startService();
  const store = openStore(url, booking);
  await twoReleases(store);
  const live = await readLive(bench.behind);
  const forged: Store = Object.assign(Object.create(store) as Store, {
    compareAndSwap: (file: string, expected: Buffer | null, content: Buffer) => {
      if (file !== 'live.json') return store.compareAndSwap(file, expected, content);
      const { retired: _, ...document } = JSON.parse(content.toString()) as { retired?: object };
      const signature = live.remotes[REMOTE]?.order?.signature;
      const retired = { 'mf-account': { revision: 3, signature } };
      return store.compareAndSwap(file, expected, encode({ ...document, retired }));
    },
  });
  await expect(lock(forged, REMOTE, { why: 'hold', who: `key ${booking.id}` })).rejects.toThrow(
    /must not change tombstones of other remotes/,
  );
});

test('retires a remote with a signed tombstone, which a new release ends', async () => {
  const url = await startService();
  const store = openStore(url, booking);
  const [first] = await twoReleases(store);
  await retire(store, REMOTE, { why: 'moved' });
  expect((await readLive(bench.behind)).retired?.[REMOTE]).toMatchObject({ revision: 3 });
  expect((await readAudit(bench.behind)).at(-1)).toMatchObject({ action: 'retire', to: null });
  await promote(store, REMOTE, { version: first, why: 'back' });
  expect((await readLive(bench.behind)).retired).toBeUndefined();
});

test('derives every part of a change from the documents', { tags: ['@fault-K2'] }, () => {
  const [a, b] = ['1.0.0-aaaaaaaaaaaa', '1.0.0-bbbbbbbbbbbb'];
  const decision = { who: 'ops', at: '2026-01-01T00:00:00.000Z', why: 'x' };
  const live = (pointer: object | null) => ({
    revision: 1,
    remotes: pointer === null ? {} : { [REMOTE]: { history: [], ...pointer } as never },
  });
  const parts = (was: object | null, is: object | null) =>
    describeChange(live(was), live(is)).map(({ action, to }) => `${action} ${to}`);
  const locked = { version: b, history: [a], lock: decision };
  expect(parts(null, { version: a })).toEqual([`publish ${a}`]);
  expect(parts({ version: a }, null)).toEqual(['retire null']);
  expect(parts(locked, { version: a, ahead: [b] })).toEqual([`rollback ${a}`, `unlock ${a}`]);
  expect(
    parts(
      { version: b, history: [a] },
      {
        version: a,
        ahead: [b],
        rolledBack: true,
        quarantine: { [b]: decision },
      },
    ),
  ).toEqual([`rolled-back ${a}`]);
  expect(parts({ version: b, history: [a] }, { version: b })).toEqual([`rewrite ${b}`]);
});

test('accepts a change of the site by a command without settings', async () => {
  const url = await startService();
  const store = openStore(url, operator);
  const older: Store = Object.assign(Object.create(store) as Store, {
    signEntry: ({ settings: _, ...entry }: AuditEntry) => entry,
  });
  await rotateKey(older, REMOTE, { key: stranger.publicKey, why: 'routine' });
  await setSiteKeys(older, [accounts.publicKey], { why: 'new site' });
  const { change } = (await readSite(bench.behind)) ?? {};
  expect(change).toMatchObject({ action: 'site-keys', why: 'new site' });
  const forged: Store = Object.assign(Object.create(store) as Store, {
    signEntry: (entry: AuditEntry) => ({ ...entry, settings: [{ name: 'origin' }] }),
  });
  await expect(setSiteKeys(forged, [booking.publicKey], { why: 'x' })).rejects.toThrow(/claims/);
});

test('refuses a command that would lose the audit rules of the site', async () => {
  const store = openStore(await startService(), operator);
  await setSiteKeys(store, [accounts.publicKey], { why: 'new site' });
  expect((await readSite(bench.behind))?.audit).toHaveProperty('signedSince');
  const withoutAudit = (content: Buffer) => {
    const { audit: _, ...document } = JSON.parse(content.toString());
    return encode(document);
  };
  const older: Store = Object.assign(Object.create(store) as Store, {
    compareAndSwap: (path: string, before: Buffer | null, after: Buffer) =>
      store.compareAndSwap(path, before, path === 'site.json' ? withoutAudit(after) : after),
  });
  await expect(setSiteKeys(older, [booking.publicKey], { why: 'x' })).rejects.toThrow(/upgrade it/);
});

test('rejects a request signed for another server', async () => {
  const [url, other] = [await startService(), await startService({ hosts: ['other.example'] })];
  const store = new HttpStoreClient(url, accounts);
  expect(await store.list('mf-')).toEqual([]);
  await expect(new HttpStoreClient(other, accounts).list('mf-')).rejects.toThrow(
    /not for this release server \(other\.example\)/,
  );
});
