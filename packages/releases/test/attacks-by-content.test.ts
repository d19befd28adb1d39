// Attacks on a release server through the content of a release.
import { brotliCompressSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { computeIntegrity } from '../src/index';
import { signRequest } from '../src/signing/request';
import { createSignature } from '../src/signing/signature';
import { build, release } from './build';
import { bench, booking, openStore, prepareService, startService } from './service-bench';

prepareService();

const stored = async () => (await bench.behind.list('')).filter((file) => file.startsWith('mf-'));

/** Replaces the form of a team's next release, signed with the team's key. */
function change(form: (sent: FormData) => void | Promise<void>): void {
  const real = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    if (!input.endsWith('/v1/releases')) return real(input, init);
    const sent = await new Response(init.body ?? null, {
      headers: { 'content-type': new Headers(init.headers).get('content-type') ?? '' },
    }).formData();
    await form(sent);
    const changed = new Response(sent);
    const body = Buffer.from(await changed.arrayBuffer());
    const { host: audience } = new URL(input);
    const about = { method: 'POST', path: '/v1/releases', audience, body };
    const headers = signRequest(about, booking);
    const type = changed.headers.get('content-type') ?? '';
    return real(input, { ...init, body, headers: { ...headers, 'content-type': type } });
  });
}

test('rejects an oversized release while it is streaming', async () => {
  const url = await startService();
  const taken = { bytes: 0 };
  const piece = new Uint8Array(1024 * 1024);
  const endless = new ReadableStream({
    pull(controller) {
      taken.bytes += piece.length;
      if (taken.bytes > 200 * piece.length) controller.close();
      else controller.enqueue(piece);
    },
  });
  const headers = signRequest(
    { method: 'POST', path: '/v1/releases', audience: new URL(url).host, body: Buffer.alloc(0) },
    booking,
  );
  const answer = await fetch(`${url}/v1/releases`, {
    method: 'POST',
    body: endless,
    headers,
    duplex: 'half',
  } as RequestInit).then(
    (given) => given.text(),
    (cut: Error) => cut.name, // the server does not wait for the rest
  );
  expect(answer).toMatch(/larger than 48 MB|TypeError/);
  expect(taken.bytes).toBeLessThan(120 * piece.length);
  expect(await stored()).toEqual([]);
});

test("stops unpacking a decompression bomb at the file's size", async () => {
  const BOMB_BYTES = 512 * 1024 * 1024;
  const bomb = brotliCompressSync(Buffer.alloc(BOMB_BYTES), { params: { 1: 1 } });
  const file = 'web/remoteEntry.0123456789.js';
  change(async (form) => {
    const { signature: _, ...record } = JSON.parse(await (form.get('record') as Blob).text());
    record.files[file].brotli = { integrity: computeIntegrity(bomb), bytes: bomb.length };
    const signed = { ...record, signature: createSignature('release', record, { key: booking }) };
    form.set('record', new Blob([JSON.stringify(signed)]), 'record');
    form.set(`${file}.br`, new Blob([new Uint8Array(bomb)]), 'packed');
  });
  const url = await startService();
  const before = process.resourceUsage().maxRSS;
  await expect(release(openStore(url, booking), build())).rejects.toThrow(/is not .* compressed/);
  expect((process.resourceUsage().maxRSS - before) * 1024).toBeLessThan(BOMB_BYTES / 4);
  expect(await stored()).toEqual([]);
});

test.each([
  '../evil.js',
  'web/../../evil.js',
  'web/..',
  '/etc/evil.js',
  'web//evil.js',
  'web\\..\\..\\evil.js',
  'web/%2e%2e/%2e%2e/evil.js',
  'web/evil\u0000.js',
  'release.json',
  'web/evil.js/',
  'maps/evil.map',
])('rejects the file name %j and writes no file', async (name) => {
  change((form) => form.set(name, new Blob(['evil']), 'x'));
  await expect(release(openStore(await startService(), booking), build())).rejects.toThrow(
    /is not a file of a build|cannot be read/,
  );
  expect(await stored()).toEqual([]);
});
