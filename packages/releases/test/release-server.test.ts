import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { ReleaseRecord } from '@carry/contracts/release';
import { describe, expect, test, vi } from 'vitest';
import { inspectHere } from '../src/checks/inspection';
import {
  computeIntegrity,
  ReleaseRefused,
  readAudit,
  readLive,
  readRelease,
  rollback,
  type Store,
  setPreview,
} from '../src/index';
import { signRequest } from '../src/signing/request';
import { createSignature } from '../src/signing/signature';
import { SignedStore } from '../src/signing/signed-store';
import { account, build, listFiles, numbered, release } from './build';
import {
  accounts,
  bench,
  booking,
  openStore,
  prepareService,
  startService,
  stranger,
  trust,
} from './service-bench';

prepareService();

/** Files in the store, without the nonces. */
const stored = async () =>
  (await listFiles(bench.behind)).filter((path) => !path.startsWith('requests/'));

/** Attack with a team's key: browsers that accept gzip would get code that the gates have not seen. */
async function repacked(form: FormData): Promise<void> {
  const file = 'web/remoteEntry.0123456789.js';
  const packed = gzipSync('evil!'); // as long as the original
  await signAnew(form, (record) => {
    record.files[file] = {
      integrity: '',
      bytes: 5,
      ...record.files[file],
      gzip: { integrity: computeIntegrity(packed), bytes: packed.length },
    };
  });
  form.set(`${file}.gz`, new Blob([new Uint8Array(packed)]), 'packed');
}

/** Changes a sent record and signs it with its team's key. */
async function signAnew(form: FormData, change: (record: ReleaseRecord) => void): Promise<void> {
  const text = await (form.get('record') as Blob).text();
  const { signature: _, ...record } = JSON.parse(text) as ReleaseRecord;
  change(record);
  const signature = createSignature('release', record, { key: booking });
  form.set('record', new Blob([JSON.stringify({ ...record, signature })]), 'record');
}

const FRAMING = `[{ id: 'booking', path: '/booking/:id', Component: () => null, handle: { frames: () => [] } }]`;

describe('release server', () => {
  test('accepts a signed release and makes it live', async () => {
    const steps: string[] = [];
    const tried: string[] = [];
    const url = await startService({
      async tryCandidate(checked, report) {
        const candidate = await checked;
        report('opening it in a browser');
        tried.push(candidate.record.version);
      },
    });
    const store = openStore(url, booking);
    const { version, outcome } = await release(store, build(), {
      report: (step) => void steps.push(step),
    });
    expect(outcome).toBe('published');
    expect(tried).toEqual([version]);
    expect(steps).toEqual([
      'checking',
      'sending it to the release server',
      'checking',
      'opening it in a browser',
      'uploading',
    ]);
    const { remotes, revision } = await readLive(bench.behind);
    expect(remotes['mf-booking']).toMatchObject({
      version,
      order: { revision, version, before: null, signature: { key: booking.id } },
    });
    expect(
      (await readRelease(new SignedStore(bench.behind, trust, null), 'mf-booking', version))
        ?.signature?.key,
    ).toBe(booking.id);
    expect(await readAudit(bench.behind)).toMatchObject([
      { action: 'publish', who: `key ${booking.id}`, to: version },
    ]);
    expect((await release(store, build())).outcome).toBe('unchanged');
    const second = await release(store, numbered(2));
    await rollback(store, 'mf-booking', { why: 'worse' });
    expect((await readLive(bench.behind)).remotes['mf-booking']).toMatchObject({
      version,
      ahead: [second.version],
    });
    await setPreview(store, {
      channel: 'pr-1',
      remote: 'mf-booking',
      version: second.version,
      expires: new Date(Date.now() + 60_000),
      why: 'look',
    });
    expect((await readAudit(bench.behind)).map(({ action }) => action)).toEqual([
      'publish',
      'publish',
      'rollback',
      'preview',
    ]);
  });

  test.each([
    ['a stranger', stranger, /unknown key/],
    ['another team', accounts, /signed by the key .*, which may not sign it/],
  ])('rejects the release of %s and stores no file', async (_, key, why) => {
    const url = await startService();
    await expect(release(openStore(url, key), build())).rejects.toThrow(why);
    expect(await stored()).toEqual(['site.json']);
  });

  test('prepares gates during checks and stops them on refusal', async () => {
    const events: string[] = [];
    let begun = () => {};
    const getReady = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const url = await startService({
      async inspect(name, code) {
        await getReady;
        if (events.length === 1) throw new ReleaseRefused('its code does not run');
        return inspectHere(name, code);
      },
      async tryCandidate(checked) {
        events.push('ready');
        begun();
        try {
          await checked;
          events.push('tried');
        } finally {
          await sleep(50);
          events.push('ended');
        }
      },
    });
    const store = openStore(url, booking);
    const first = release(store, numbered(1)).catch(({ message }: Error) => message);
    await expect.poll(() => events).toContain('ready');
    await release(store, numbered(2));
    expect(await first).toContain('its code does not run');
    expect(events).toEqual(['ready', 'ended', 'ready', 'tried', 'ended']);
  });

  test('passes on the refusal of a gate', async () => {
    const url = await startService({
      async tryCandidate(checked) {
        await checked;
        throw new ReleaseRefused('mf-booking: on the whole site its page fails');
      },
    });
    await expect(release(openStore(url, booking), build())).rejects.toThrow(ReleaseRefused);
    expect(await stored()).toEqual(['site.json']);
    expect((await readLive(bench.behind)).revision).toBe(0);
  });

  test.each<[string, (form: FormData) => void | Promise<void>, RegExp]>([
    [
      'a changed file',
      (form) => form.set('web/remoteEntry.0123456789.js', new Blob(['evil']), 'x'),
      /record does not match its files/,
    ],
    [
      'a file more',
      (form) => form.set('web/more.0123456789.js', new Blob(['more']), 'x'),
      /record does not match its files/,
    ],
    [
      'a path that leads out',
      (form) => form.set('web/../../evil.js', new Blob(['evil']), 'x'),
      /is not a file of a build/,
    ],
    [
      'a compressed form of another file',
      (form) => form.set('web/remoteEntry.0123456789.js.gz', new Blob(['evil']), 'x'),
      /compressed/,
    ],
    ['a compressed form of other words, in a record that its team signed', repacked, /compressed/],
    [
      'a record of an older kit',
      (form) => signAnew(form, ({ routes }) => delete routes[0]?.frames),
      /its kit is older than this release server.*npx carry-remote upgrade/,
    ],
    [
      'a record of a newer kit',
      (form) => signAnew(form, (record) => Object.assign(record.routes[0] ?? {}, { later: true })),
      /has fields that this release server does not know; ask its operator/,
    ],
    [
      'a record with another path',
      (form) => signAnew(form, ({ routes }) => Object.assign(routes[0] ?? {}, { path: '/other' })),
      /record does not match its files/,
    ],
    ['no record', (form) => form.delete('record'), /record is missing/],
    ['no form at all', () => {}, /cannot be parsed/],
  ])('refuses %s', async (what, change, why) => {
    const url = await startService();
    const sent: Store = openStore(url, booking);
    const real = globalThis.fetch;
    vi.stubGlobal(
      'fetch',
      async (input: string, init: { headers: Record<string, string>; body: BodyInit }) => {
        if (!input.endsWith('/v1/releases')) return real(input, init);
        const type = init.headers['content-type'] ?? '';
        const form = await new Response(init.body, {
          headers: { 'content-type': type },
        }).formData();
        await change(form);
        const changed = new Response(form);
        const body =
          what === 'no form at all'
            ? Buffer.from('hello')
            : Buffer.from(await changed.arrayBuffer());
        const about = { method: 'POST', path: '/v1/releases', audience: new URL(input).host, body };
        const headers = signRequest(about, booking);
        return real(input, {
          ...init,
          body: new Uint8Array(body),
          headers: { ...headers, 'content-type': changed.headers.get('content-type') ?? '' },
        });
      },
    );
    await expect(release(sent, build({ routes: FRAMING }))).rejects.toThrow(why);
    expect(await stored()).toEqual(['site.json']);
  });

  test('rejects modified, replayed, mistimed and unsigned requests', {
    tags: ['@fault-signed'],
  }, async () => {
    let now = new Date();
    const url = await startService({ now: () => now });
    const audience = new URL(url).host;
    const parts = { method: 'GET', path: '/v1/list?prefix=', audience, body: Buffer.alloc(0) };
    const ask = async (headers: Record<string, string>, target = parts.path) =>
      (await fetch(url + target, { headers })).status;
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

  test('reports requests and release steps to telemetry', async () => {
    const seen: string[] = [];
    const url = await startService({
      following: {
        request: async ({ traceparent }, run) => {
          const { method, route, status } = await run();
          seen.push(`${method} ${route} ${status} ${traceparent ?? 'alone'}`);
        },
        step: async (name, about, run) => {
          const made = await run();
          seen.push(`${name} ${about['carry.release']?.replace(/-.*@.*/, '') ?? ''}`.trim());
          return made;
        },
      },
    });
    await fetch(`${url}/healthz`, { headers: { traceparent: 'parent' } });
    await release(openStore(url, booking), build());
    expect(seen).toContain('GET /healthz 200 parent');
    expect(seen).toContain('POST /v1/releases 200 alone');
    expect(seen.filter((one) => /^(check|gates|publish)/.test(one))).toEqual([
      'check',
      'gates mf',
      'publish mf',
    ]);
    expect(seen.filter((one) => /^(wait|release)$/.test(one))).toEqual(['wait', 'release']);
  });

  test('serves metrics only with the token', async () => {
    const ask = async (url: string, token?: string) =>
      (
        await fetch(`${url}/metrics`, {
          headers: token ? { authorization: `Bearer ${token}` } : {},
        })
      ).status;
    const measured = { token: 'a-token-of-the-tests', read: async () => 'releases 1' };
    const url = await startService({ following: { measured } });
    expect([await ask(url), await ask(url, 'another'), await ask(url, measured.token)]).toEqual([
      401, 401, 200,
    ]);
    expect(await ask(await startService(), '')).toBe(404);
  });

  test('serializes changes of two servers on one store', async () => {
    const urls = await Promise.all([startService(), startService()]);
    const [first = '', second = ''] = urls;
    const outcomes = await Promise.allSettled([
      release(openStore(first, booking), numbered(1)),
      release(openStore(second, booking), numbered(2)),
      release(openStore(second, accounts), build(account)),
    ]);
    const lost = outcomes
      .filter((outcome) => outcome.status === 'rejected')
      .map(({ reason }) => String(reason));
    for (const reason of lost) expect(reason).toMatch(/changed to .* during this publish/);
    const { remotes, revision } = await readLive(bench.behind);
    expect(Object.keys(remotes).sort()).toEqual(['mf-account', 'mf-booking']);
    expect(revision).toBe(3 - lost.length);
    expect(
      (await bench.behind.list('mf-booking')).filter((file) => file.endsWith('release.json')),
    ).toHaveLength(2);
  });

  test('limits body size and request rate', async () => {
    const url = await startService();
    const body = Buffer.alloc(5 * 1024 * 1024);
    const { host: audience } = new URL(url);
    const about = { method: 'POST', path: '/v1/changes', audience, body };
    const headers = signRequest(about, booking);
    const answer = await fetch(`${url}/v1/changes`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers,
    });
    expect([answer.status, await answer.json()]).toEqual([
      422,
      { detail: 'the body is larger than 4 MB, the limit of this server' },
    ]);
    const send = async () => {
      const signed = signRequest(
        { method: 'POST', path: '/v1/releases', audience, body: Buffer.from('x') },
        booking,
      );
      return (await fetch(`${url}/v1/releases`, { method: 'POST', body: 'x', headers: signed }))
        .status;
    };
    const statuses: number[] = [];
    for (let count = 0; count < 61; count++) statuses.push(await send());
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.slice(0, 60).every((status) => status === 200)).toBe(true);
  });
});
