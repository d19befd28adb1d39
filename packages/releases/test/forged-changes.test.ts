import type { AuditEntry, LivePointer, Order } from '@carry/contracts/release';
import { describe, expect, test } from 'vitest';
import {
  addOwner,
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
  startRollout,
  unlock,
} from '../src/index';
import { removePipelines } from '../src/pointers/site';
import { HttpStoreClient } from '../src/service/http-store-client';
import type { SigningKey } from '../src/signing/keys';
import { signPointer, signTombstone } from '../src/signing/orders';
import { createSignature } from '../src/signing/signature';
import { account, build, numbered, release } from './build';
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

const expires = new Date(Date.now() + 86_400_000);
const REMOTE = 'mf-booking';

/** Sends a pointer that the team forged and signed correctly; null retires the remote. */
async function send(
  url: string,
  key: SigningKey,
  make: (pointer: LivePointer) => object | null,
  { claims = {}, target }: { claims?: object; target?: string } = {},
): Promise<boolean> {
  const before = (await bench.behind.read('live.json')) as Buffer;
  const live = await readLive(bench.behind);
  const pointer = live.remotes[REMOTE];
  if (!pointer) throw new Error('nothing is live');
  const revision = live.revision + 1;
  const signing = { remote: REMOTE, revision, key, trust: trust() };
  const made = make(pointer) as LivePointer | null;
  const signed = made && signPointer(made, signing);
  const next = signed && target ? forgeTarget(signed, target) : signed;
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
  const { [REMOTE]: _, ...others } = live.remotes;
  const document = {
    ...live,
    revision,
    remotes: next ? { ...others, [REMOTE]: next } : others,
    ...(!next && { retired: { [REMOTE]: signTombstone(signing) } }),
    change: { ...claimed, ...claims },
  };
  return new HttpStoreClient(url, key).compareAndSwap('live.json', before, encode(document));
}

/** Signs another target of an automatic rollback. */
function forgeTarget(pointer: LivePointer, before: string): LivePointer {
  const { signature: _, ...order } = { ...(pointer.order as Order), before };
  const about = { remote: REMOTE };
  const signature = createSignature('pointer', order, { key: booking, about });
  return { ...pointer, order: { ...order, signature } };
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
  expect(await send(url, booking, back, { claims: lie })).toBe(true);
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

describe('a sent change without the checks of its command', () => {
  const percents = (...steps: number[]) =>
    steps.map((percent) => ({ percent, minutes: 0, views: 0 }));
  const rollout = (version: string, ...shares: number[]) => {
    const [percent = 0] = shares;
    return { version, percent, takenBack: false, rollout: { steps: percents(...shares), step: 0 } };
  };

  test.each<[string, (first: string, second: string) => object]>([
    ['promotion', (version, second) => ({ version, history: [second] })],
    ['rollback', (version, second) => ({ version, history: [], ahead: [second] })],
    ['canary', (version) => ({ canary: { version, percent: 9, takenBack: false } })],
    ['second rollout', (version) => ({ canary: rollout(version, 5, 50) })],
  ])('refuses a %s during a rollout', async (_, change) => {
    const url = await startService();
    const store = openStore(url, booking);
    const [first, second] = await twoReleases(store);
    const { version } = await release(store, numbered(3), { target: { channel: 'x', expires } });
    await startRollout(store, REMOTE, { version, why: 'new' });
    const make = (pointer: LivePointer) => ({ ...pointer, ...change(first, second) });
    await expect(send(url, booking, make)).rejects.toThrow(/is rolling out/);
  });

  test.each<[string, (first: string) => object, RegExp]>([
    ['a rollout that falls', (first) => ({ canary: rollout(first, 50, 5) }), /steps .* rise/],
    ['a rollout at 100 %', (first) => ({ canary: rollout(first, 100) }), /below 100 %/],
    ['an undeclared flag', () => ({ flags: { 'new-form': 50 } }), /declares the flag/],
  ])('refuses %s', async (_, change, words) => {
    const url = await startService();
    const [first] = await twoReleases(openStore(url, booking));
    await expect(
      send(url, booking, (pointer) => ({ ...pointer, ...change(first) })),
    ).rejects.toThrow(words);
  });

  test('refuses to retire a remote whose slot is shown', async () => {
    const url = await startService();
    const part = (code: string) =>
      `exports.default = { contractVersion: 2, createRoutes: () => [{ id: 'booking', path: '/login', Component: () => null }], ${code} };`;
    const server = part('slots: { coach: async () => ({ Component: () => null }) }');
    const file = 'static/slot.0123456789.js';
    const slots = { slots: { coach: [`web/${file}`] } };
    const web = { [file]: 'slot' };
    const booked = server.replace('/login', '/booking/:id');
    await release(openStore(url, booking), build({ server: booked, web, manifest: slots }));
    const shown = part("consumes: ['mf-booking.coach']");
    await release(openStore(url, accounts), build({ ...account, server: shown }));
    await expect(send(url, booking, () => null)).rejects.toThrow(/shows the slot mf-booking.coach/);
  });

  test('refuses a rollback target that was never live', async () => {
    const url = await startService();
    const store = openStore(url, booking);
    await twoReleases(store);
    const { version: target } = await release(store, numbered(3), {
      target: { channel: 'x', expires },
    });
    const hold = (pointer: LivePointer) => ({ ...pointer, lock: lockBy(booking) });
    await expect(send(url, booking, hold, { target })).rejects.toThrow(/rollback target/);
    expect(await send(url, booking, hold)).toBe(true);
  });
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
  const [a, b, c] = ['1.0.0-aaaaaaaaaaaa', '1.0.0-bbbbbbbbbbbb', '1.0.0-cccccccccccc'];
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
  const line = { version: b, history: [a, c] };
  expect(parts(line, { version: b, history: [c, a] })).toEqual([`rewrite ${b}`]);
  expect(parts(line, { version: b, history: [a] })).toEqual([]);
  const withFlag = { version: b, history: [a], flags: { hurry: 9 } };
  expect(parts(line, withFlag)).toEqual([`flag ${b}`, `rewrite ${b}`]);
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

test.each([
  ['the audit rules of the site', 'signedSince'],
  ['the distrust of a removed pipeline', 'distrustedIssuers'],
])('refuses a command that would lose %s', async (_, rule) => {
  const store = openStore(await startService(), operator);
  const issuer = 'https://issuer.example';
  const oidc = [{ issuer, audience: 'carry', claims: { sub: 'ci' } }];
  await addOwner(store, REMOTE, { owner: { paths: ['/booking'], oidc }, why: 'x' });
  await removePipelines(store, REMOTE, { issuer, compromised: true, why: 'stolen' });
  expect((await readSite(bench.behind))?.audit).toHaveProperty(rule);
  const withoutAudit = (content: Buffer) => {
    const document = JSON.parse(content.toString()) as { audit: Record<string, unknown> };
    return encode({ ...document, audit: { ...document.audit, [rule]: undefined } });
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
