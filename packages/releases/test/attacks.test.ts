// Attacks on a release server with a team's key, without a key, or with write access to the bucket.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import {
  encode,
  lock,
  ReleaseRefused,
  readAudit,
  readLive,
  rollback,
  type Store,
  setPreview,
  unlock,
} from '../src/index';
import { examine } from '../src/maintenance/doctor';
import { readSite, rotateKey } from '../src/pointers/site';
import { HttpStoreClient } from '../src/service/http-store-client';
import type { SigningKey } from '../src/signing/keys';
import { signRequest } from '../src/signing/request';
import { createSignature } from '../src/signing/signature';
import { SignedStore } from '../src/signing/signed-store';
import { deriveTrust } from '../src/signing/trust';
import { account, build, numbered, owners, release } from './build';
import {
  accounts,
  bench,
  booking,
  listen,
  openStore,
  operator,
  operators,
  prepareService,
  startService,
  stranger,
  trust,
} from './service-bench';
import { conditionalStores } from './stores';

prepareService();

const stored = async () => (await bench.behind.list('')).filter((file) => file.startsWith('mf-'));
const soon = () => new Date(Date.now() + 60_000);

test('ignores owners edited in a local checkout', async () => {
  const store = openStore(await startService(), booking);
  const edited = { 'mf-booking': { ...owners['mf-booking'], paths: ['/booking', '/login'] } };
  const site = { schema: 1, revision: 1, owners: edited };
  const own: Store = Object.assign(Object.create(store) as Store, {
    read: async (file: string, max?: number) =>
      file === 'site.json' ? encode(site) : store.read(file, max),
  });
  const taken = numbered(1, {
    routes: "[{ id: 'booking', path: '/login', Component: () => null }]",
  });
  await expect(release(own, taken)).rejects.toThrow(
    /claims \/login, which is outside its ownership/,
  );
  const steps: string[] = [];
  await release(own, taken, { report: (step) => void steps.push(step) }).catch(() => {});
  expect(steps).toContain('sending it to the release server'); // the local check passed
  expect(await stored()).toEqual([]);
});

test('ignores unsigned owners written into the bucket', async () => {
  const store = openStore(await startService(), booking);
  const edited = { 'mf-booking': { ...owners['mf-booking'], paths: ['/booking', '/login'] } };
  const site = { schema: 1, revision: 2, owners: edited };
  await bench.behind.write('site.json', encode(site));
  const own: Store = Object.assign(Object.create(store) as Store, {
    read: async (file: string, max?: number) =>
      file === 'site.json' ? encode(site) : store.read(file, max),
  });
  const taken = numbered(1, {
    routes: "[{ id: 'booking', path: '/login', Component: () => null }]",
  });
  await expect(release(own, taken)).rejects.toThrow(/site.json .*not signed/);
  expect(await stored()).toEqual([]);
});

test("records the signing key, not the environment's name", async () => {
  vi.stubEnv('RELEASES_USER', 'ceo');
  const store = openStore(await startService(), booking);
  const { version } = await release(store, build());
  await setPreview(store, {
    channel: 'pr-1',
    remote: 'mf-booking',
    version,
    expires: soon(),
    why: 'look',
  });
  vi.unstubAllEnvs();
  const audit = await readAudit(bench.behind);
  expect(audit.map(({ who }) => who)).toEqual([`key ${booking.id}`, `key ${booking.id}`]);
});

test.each<[string, (versions: string[]) => Promise<unknown>, RegExp]>([
  [
    'a pointer that was written by hand',
    async ([old = '']) => {
      const live = await readLive(bench.behind);
      const pointer = { ...live.remotes['mf-booking'], version: old, history: [] };
      await bench.behind.write(
        'live.json',
        encode({ ...live, remotes: { 'mf-booking': pointer } }),
      );
    },
    /the live pointer of mf-booking is .*, but .* was signed/,
  ],
  [
    'a release that was written by hand',
    async ([, now = '']) => {
      const file = `mf-booking/${now}/release.json`;
      const record = JSON.parse((await bench.behind.read(file))?.toString() ?? '') as object;
      const forged = {
        ...record,
        signature: createSignature('release', record, { key: stranger }),
      };
      await bench.behind.write(file, encode(forged));
    },
    /signed by the key .*, which may not sign it/,
  ],
])('reports %s with doctor', async (_, write, why) => {
  const store = openStore(await startService(), booking);
  const versions = [
    (await release(store, numbered(1))).version,
    (await release(store, numbered(2))).version,
  ];
  const look = () => examine(new SignedStore(bench.behind, trust, null), Date.now(), trust());
  const errors = async () => (await look()).filter(({ level }) => level === 'error');
  expect(await errors()).toEqual([]);
  await write(versions);
  expect((await errors()).map(({ what }) => what).join('\n')).toMatch(why);
});

test('rejects a replayed publish at every server', {
  tags: ['@fault-replay'],
}, async () => {
  const { sent, again } = listen();
  const [url, other] = [await startService(), await startService()];
  const store = openStore(url, booking);
  await release(store, numbered(1));
  await release(store, numbered(2));
  await rollback(store, 'mf-booking', { why: 'worse' });
  const was = await Promise.all([readLive(bench.behind), readAudit(bench.behind), stored()]);
  expect(sent.map(({ path }) => path)).toEqual([
    ...['/v1/releases', '/v1/changes', '/v1/releases', '/v1/changes'],
    '/v1/changes',
  ]);
  for (const request of sent) {
    const refused = await again(url, request);
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('replayed request rejected'),
    ]);
    // the nonces are in the store, so they survive a restart
    const restarted = await startService({ hosts: [new URL(url).host] });
    expect(await (await again(restarted, request)).text()).toContain('replayed request rejected');
    const elsewhere = await again(other, request);
    expect([elsewhere.status, await elsewhere.text()]).toEqual([
      403,
      expect.stringContaining('not for this release server'),
    ]);
  }
  expect(await Promise.all([readLive(bench.behind), readAudit(bench.behind), stored()])).toEqual(
    was,
  );
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000);

const toReleases = { method: 'POST', path: '/v1/releases', body: Buffer.from('x') };

test.each<[string, (audience: string) => Record<string, string>, RegExp]>([
  ['who has no key', () => ({}), /is not signed/],
  [
    'a key that nobody knows',
    (audience) => signRequest({ ...toReleases, audience }, stranger),
    /unknown key/,
  ],
  [
    'headers that were signed for another body',
    (audience) => ({
      ...signRequest({ ...toReleases, audience }, booking),
      'carry-digest': '0'.repeat(64),
    }),
    /signature/,
  ],
  [
    'a request of six minutes ago',
    (audience) => signRequest({ ...toReleases, audience }, booking, inMinutes(-6)),
    /time is .*; correct the sender's clock/,
  ],
  [
    'a request dated six minutes ahead',
    (audience) => signRequest({ ...toReleases, audience }, booking, inMinutes(6)),
    /time is .*; correct the sender's clock/,
  ],
])('rejects %s before reading the body', async (_, headers, why) => {
  const url = await startService();
  const asked = request(`${url}/v1/releases`, {
    method: 'POST',
    headers: { ...headers(new URL(url).host), 'content-length': 40 * 1024 * 1024 },
  });
  asked.flushHeaders();
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(403);
  expect(await text(answer)).toMatch(why);
  asked.destroy();
});

test('rejects a replaced body', async () => {
  const url = await startService();
  const path = '/v1/changes';
  const { host: audience } = new URL(url);
  const about = { method: 'POST', path, audience, body: Buffer.from('{}') };
  const headers = signRequest(about, booking);
  const answer = await fetch(url + path, { method: 'POST', body: '{ }', headers });
  expect([answer.status, await answer.json()]).toEqual([
    403,
    { detail: 'the body does not match the signed digest' },
  ]);
});

test('cleans up after a dropped upload', async () => {
  const { sent } = listen();
  const tried: string[] = [];
  const url = await startService({
    tryCandidate: async (checked) => void tried.push((await checked).record.version),
  });
  await release(
    openStore(
      await startService({ tryCandidate: () => Promise.reject(new ReleaseRefused('no')) }),
      booking,
    ),
    build(),
  ).catch(() => {});
  const { init } = sent[0] as (typeof sent)[number];
  const body = Buffer.from(init.body as Uint8Array);
  const { port } = new URL(url);
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  const headers = { ...(init.headers as object), host: 'x', 'content-length': body.length };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`POST /v1/releases HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(body.subarray(0, body.length / 2));
  await sleep(100);
  socket.destroy();
  const { version } = await release(openStore(url, booking), numbered(2));
  expect(tried).toEqual([version]);
  expect((await stored()).every((file) => file.includes(version))).toBe(true);
});

test('drops a queued release if its sender disconnects', async () => {
  const tried: string[] = [];
  let open = () => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const url = await startService({
    tryCandidate: async (checked) => {
      tried.push((await checked).record.version);
      await gate;
    },
  });
  const first = release(openStore(url, booking), numbered(1));
  await expect.poll(() => tried).toHaveLength(1);
  const real = globalThis.fetch;
  const leaving = new AbortController();
  vi.stubGlobal('fetch', (input: string, init: RequestInit) =>
    real(input, init.method === 'POST' ? { ...init, signal: leaving.signal } : init),
  );
  const second = release(openStore(url, booking), numbered(2));
  second.catch(() => {});
  await sleep(200);
  leaving.abort();
  await expect(second).rejects.toThrow();
  vi.unstubAllGlobals();
  await sleep(50);
  open();
  const { version } = await first;
  await sleep(100);
  expect(tried).toEqual([version]);
  expect((await stored()).every((file) => file.includes(version))).toBe(true);
});

test('keeps every release and change of two servers', async () => {
  const [, openBucket] = conditionalStores[2] as (typeof conditionalStores)[number];
  const opened = await openBucket();
  const site = (await bench.behind.read('site.json')) as Buffer;
  await opened.store.write('site.json', site);
  bench.behind = opened.store;
  const [one, other] = [await startService(), await startService()];
  const outcomes = await Promise.allSettled([
    release(openStore(one, booking), numbered(1)),
    release(openStore(other, booking), numbered(2)),
    release(openStore(other, accounts), build(account)),
    release(openStore(one, accounts), build({ ...account, web: { 'b.0123456789.js': 'b' } })),
  ]);
  const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of lost) expect(String(reason)).toMatch(/during this publish/);
  const { remotes, revision } = await readLive(bench.behind);
  expect(Object.keys(remotes).sort()).toEqual(['mf-account', 'mf-booking']);
  expect(revision).toBe(4 - lost.length);
  expect(await readAudit(bench.behind)).toHaveLength(revision);
  const [ours, theirs] = [openStore(one, booking), openStore(other, accounts)];
  for (let round = 0; round < 5; round++) {
    const reason = ({ id }: SigningKey) => ({ why: `round ${round}`, who: `key ${id}` });
    await Promise.all([
      lock(ours, 'mf-booking', reason(booking)),
      lock(theirs, 'mf-account', reason(accounts)),
    ]);
    await Promise.all([
      unlock(ours, 'mf-booking', reason(booking)),
      unlock(theirs, 'mf-account', reason(accounts)),
    ]);
  }
  expect((await readLive(bench.behind)).revision).toBe(revision + 20);
  expect(await readAudit(bench.behind)).toHaveLength(revision + 20);
  const trusted = new SignedStore(bench.behind, trust, null);
  const found = await examine(trusted, Date.now(), trust());
  expect(found.filter(({ level }) => level === 'error')).toEqual([]);
  await opened.close();
});

test('rejects a release if its key is rotated meanwhile', async () => {
  let site = await readSite(bench.behind);
  const current = () => deriveTrust(site, operators);
  const url = await startService({
    trust: current,
    async tryCandidate(checked) {
      await checked;
      const operators = new SignedStore(bench.behind, current, operator);
      await rotateKey(operators, 'mf-booking', { key: accounts.publicKey, why: 'stolen' });
      site = await readSite(bench.behind);
    },
  });
  const thief = new SignedStore(new HttpStoreClient(url, booking), trust, booking);
  await expect(release(thief, build())).rejects.toThrow(/signed by the key .*, which may not/);
  expect(await stored()).toEqual([]);
  expect((await readLive(bench.behind)).revision).toBe(0);
});
