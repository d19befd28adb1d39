import { mkdtempSync, rmSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createService, type ServiceParts } from '../service/app';
import { HttpStore } from '../src/http-store';
import {
  changeLive,
  DirectoryStore,
  encode,
  promote,
  ReleaseRefused,
  readAudit,
  readLive,
  readRelease,
  rollback,
  type Store,
  setPreview,
} from '../src/index';
import { newPrivateKey, readSigningKey, type SigningKey } from '../src/signing/keys';
import { signRequest } from '../src/signing/request';
import { SignedStore } from '../src/signing/signed-store';
import { account, build, install, numbered, release } from './build';

const [booking, accounts, operator, stranger] = Array.from({ length: 4 }, () => readSigningKey(newPrivateKey())) as [
  SigningKey,
  SigningKey,
  SigningKey,
  SigningKey,
];
const teams: Record<string, SigningKey> = { 'mf-booking': booking, 'mf-account': accounts };
const trust = () => ({
  operators: [operator.publicKey],
  teamKeys: (remote: string) => (teams[remote] ? [teams[remote].publicKey] : []),
  all: [...Object.values(teams), operator].map(({ publicKey }) => publicKey),
});

let folder: string;
let behind: Store;
let servers: Server[];
let lines: string[];
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-service-'));
  behind = new DirectoryStore(folder);
  await install(behind);
  servers = [];
  lines = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  rmSync(folder, { recursive: true });
});

/** A release server on the store, and its address. */
async function start(more: Partial<ServiceParts> = {}): Promise<string> {
  const parts: ServiceParts = { store: behind, trust, tryCandidate: async () => {}, log: (line) => void lines.push(line), ...more };
  const server = await new Promise<Server>((resolve) => {
    const listening = serve({ fetch: createService(parts).fetch, port: 0 }, () => resolve(listening as Server));
  });
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The store as a team has it: over HTTP, with its key. */
const storeOf = (url: string, key: SigningKey): Store => new SignedStore(new HttpStore(url, key), trust, key);

describe('a release server', () => {
  test('takes a signed release in, tries it, and flips the pointer that its team signed; the audit names the key', async () => {
    const steps: string[] = [];
    const tried: string[] = [];
    const url = await start({
      async tryCandidate({ record }, _dist, report) {
        report('opening it in a browser');
        tried.push(record.version);
      },
    });
    const store = storeOf(url, booking);
    const { version, outcome } = await release(store, build(), { report: (step) => void steps.push(step) });
    expect(outcome).toBe('published');
    expect(tried).toEqual([version]);
    expect(steps).toEqual(['checking', 'sending it to the release server', 'checking', 'opening it in a browser', 'uploading']);
    const { remotes, revision } = await readLive(behind);
    expect(remotes['mf-booking']).toMatchObject({ version, order: { revision, version, before: null, signature: { key: booking.id } } });
    expect((await readRelease(new SignedStore(behind, trust, null), 'mf-booking', version))?.signature?.key).toBe(booking.id);
    expect(await readAudit(behind)).toMatchObject([{ action: 'publish', who: `key ${booking.id}`, to: version }]);
    expect((await release(store, build())).outcome).toBe('unchanged');
    const second = await release(store, numbered(2));
    await rollback(store, 'mf-booking', undefined, { why: 'worse' });
    expect((await readLive(behind)).remotes['mf-booking']).toMatchObject({ version, ahead: [second.version] });
    await setPreview(store, 'pr-1', 'mf-booking', second.version, new Date(Date.now() + 60_000), 'look');
    expect((await readAudit(behind)).map(({ action }) => action)).toEqual(['publish', 'publish', 'rollback', 'preview']);
  });

  test.each([
    ['a stranger', stranger, /nobody here knows the key/],
    ['another team', accounts, /signed by the key .*, which may not sign it/],
  ])('refuses the release of %s, and nothing is stored', async (_, key, why) => {
    const url = await start();
    await expect(release(storeOf(url, key), build())).rejects.toThrow(why);
    expect(await behind.list('')).toEqual(['site.json']);
  });

  test('refuses what the gates refuse, in their words', async () => {
    const url = await start({
      async tryCandidate() {
        throw new ReleaseRefused('mf-booking: on the whole site its page fails');
      },
    });
    await expect(release(storeOf(url, booking), build())).rejects.toThrow(ReleaseRefused);
    expect(await behind.list('')).toEqual(['site.json']);
    expect((await readLive(behind)).revision).toBe(0);
  });

  test.each<[string, (form: FormData) => void, RegExp]>([
    [
      'a changed file',
      (form) => form.set('web/remoteEntry.0123456789.js', new Blob(['evil']), 'x'),
      /record does not say what its files are/,
    ],
    ['a file more', (form) => form.set('web/more.0123456789.js', new Blob(['more']), 'x'), /record does not say what its files are/],
    ['a path that leads out', (form) => form.set('web/../../evil.js', new Blob(['evil']), 'x'), /is no file of a build/],
    ['a compressed form of another file', (form) => form.set('web/remoteEntry.0123456789.js.gz', new Blob(['evil']), 'x'), /compressed/],
    ['no record', (form) => form.delete('record'), /record is missing/],
    ['no form at all', () => {}, /cannot be read/],
  ])('refuses %s', async (what, change, why) => {
    const url = await start();
    const sent: Store = storeOf(url, booking);
    const real = globalThis.fetch;
    vi.stubGlobal('fetch', async (input: string, init: { headers: Record<string, string>; body: BodyInit }) => {
      if (!input.endsWith('/v1/releases')) return real(input, init);
      const type = init.headers['content-type'] ?? '';
      const form = await new Response(init.body, { headers: { 'content-type': type } }).formData();
      change(form);
      const changed = new Response(form);
      const body = what === 'no form at all' ? Buffer.from('hello') : Buffer.from(await changed.arrayBuffer());
      const headers = signRequest({ method: 'POST', path: '/v1/releases', body }, booking);
      return real(input, {
        ...init,
        body: new Uint8Array(body),
        headers: { ...headers, 'content-type': changed.headers.get('content-type') ?? '' },
      });
    });
    await expect(release(sent, build())).rejects.toThrow(why);
    expect(await behind.list('')).toEqual(['site.json']);
  });

  test('refuses a request that was changed, replayed, sent too late or too early, or not signed', async () => {
    let now = new Date();
    const url = await start({ now: () => now });
    const parts = { method: 'GET', path: '/v1/list?prefix=', body: Buffer.alloc(0) };
    const ask = async (headers: Record<string, string>, target = parts.path) => (await fetch(url + target, { headers })).status;
    const headers = signRequest(parts, booking);
    expect(await ask(headers)).toBe(200);
    expect(await ask(headers)).toBe(403);
    expect(await ask(signRequest(parts, booking), '/v1/list?prefix=mf-')).toBe(403);
    expect(await ask({})).toBe(403);
    now = new Date(Date.now() + 6 * 60_000);
    expect(await ask(signRequest(parts, booking))).toBe(403);
    now = new Date(Date.now() - 6 * 60_000);
    expect(await ask(signRequest(parts, booking))).toBe(403);
  });

  test('refuses a change of what is live that its sender may not make', async () => {
    const url = await start();
    const store = storeOf(url, booking);
    const { version } = await release(store, build());
    const before = await behind.read('live.json');
    const live = await readLive(behind);
    const pointer = live.remotes['mf-booking'];
    const change = { ...live.change, at: new Date().toISOString(), action: 'promote', revision: 2 };
    const post = (next: object) => new HttpStore(url, booking).compareAndSwap('live.json', before, encode(next));
    const foreign = {
      revision: 2,
      remotes: { ...live.remotes, 'mf-account': { version, history: [] } },
      change: { ...change, remote: 'mf-account' },
    };
    await expect(post(foreign)).rejects.toThrow(/may not change what is live of mf-account/);
    await expect(post({ revision: 2, remotes: {}, change })).rejects.toThrow(/only 'retire'/);
    await expect(post({ ...live, revision: 7, change: { ...change, revision: 7 } })).rejects.toThrow(/no revision 2/);
    const unsigned = { ...pointer, version: '1.2.3-000000000000', history: [version] };
    await expect(post({ revision: 2, remotes: { 'mf-booking': unsigned }, change })).rejects.toThrow(/was signed/);
    const asCeo = changeLive(store, {
      remote: 'mf-booking',
      action: 'lock',
      why: 'mine',
      who: 'ceo',
      next: (now) => (now ? { ...now, lock: { who: 'ceo', why: 'mine', at: new Date().toISOString() } } : null),
    });
    await expect(asCeo).rejects.toThrow(/says that 'ceo' made it/);
    const invented = changeLive(store, {
      remote: 'mf-booking',
      action: 'promote',
      why: 'x',
      next: (now) => (now ? { ...now, history: ['9.9.9-000000000000'] } : null),
    });
    await expect(invented).rejects.toThrow(/was never live/);
    await expect(promote(store, 'mf-booking', '9.9.9-000000000000', { why: 'x' })).rejects.toThrow(/not in the store/);
    expect(await behind.read('live.json')).toEqual(before);
  });

  test('two at once on one store lose nothing: one goes live after the other or is told', async () => {
    const urls = await Promise.all([start(), start()]);
    const [first = '', second = ''] = urls;
    const outcomes = await Promise.allSettled([
      release(storeOf(first, booking), numbered(1)),
      release(storeOf(second, booking), numbered(2)),
      release(storeOf(second, accounts), build(account)),
    ]);
    const lost = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => String(reason));
    for (const reason of lost) expect(reason).toMatch(/became .* while this one was being published/);
    const { remotes, revision } = await readLive(behind);
    expect(Object.keys(remotes).sort()).toEqual(['mf-account', 'mf-booking']);
    expect(revision).toBe(3 - lost.length);
    expect((await behind.list('mf-booking')).filter((file) => file.endsWith('release.json'))).toHaveLength(2);
  });

  test('a body that is too large, and too many requests of one key, are told', async () => {
    const url = await start();
    const body = Buffer.alloc(5 * 1024 * 1024);
    const headers = signRequest({ method: 'POST', path: '/v1/changes', body }, booking);
    const answer = await fetch(`${url}/v1/changes`, { method: 'POST', body: new Uint8Array(body), headers });
    expect([answer.status, await answer.json()]).toEqual([422, { detail: 'it is larger than 4 MB, which this server takes' }]);
    const send = async () => {
      const signed = signRequest({ method: 'POST', path: '/v1/releases', body: Buffer.from('x') }, booking);
      return (await fetch(`${url}/v1/releases`, { method: 'POST', body: 'x', headers: signed })).status;
    };
    const statuses: number[] = [];
    for (let count = 0; count < 61; count++) statuses.push(await send());
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
  });
});

test('a store of a site with keys: a release or pointer that nobody signed who may is not read', async () => {
  const trusted = new SignedStore(behind, trust, null);
  const { version } = await release(behind, build());
  await expect(readRelease(trusted, 'mf-booking', version)).rejects.toThrow(/is not signed/);
  await expect(promote(new SignedStore(behind, trust, booking), 'mf-booking', version, { why: 'x' })).rejects.toThrow(/is not signed/);
});
