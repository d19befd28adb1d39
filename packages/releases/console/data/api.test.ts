import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchDocument, postJson } from './api';

const timer = () => new AbortController();
let limit = timer();
beforeEach(() => {
  limit = timer();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => limit.signal);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const expire = () => limit.abort(new DOMException('too late', 'TimeoutError'));

/** Rejects when the request is aborted. */
const never = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(signal.reason as Error)),
  );

test.each([
  ['a document', () => fetchDocument('/overview'), /took too long to respond\.$/],
  ['a change', () => postJson('/changes', {}, 'token'), /the change was made before you try again/],
])('ends a request for %s after its time', async (_, request, message) => {
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => never(signal));
  const requested = request();
  expire();
  await expect(requested).rejects.toMatchObject({
    message: expect.stringMatching(message),
    status: 0,
  });
});

test('fails for a document that stops in the middle', async () => {
  let readBody = () => {};
  const reading = new Promise<void>((resolve) => {
    readBody = resolve;
  });
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => ({
    ok: true,
    json() {
      readBody();
      return never(signal);
    },
  }));
  const requested = fetchDocument('/overview');
  void reading.then(expire);
  await expect(requested).rejects.toThrow(/took too long/);
});

test('reports an error without a readable body', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  await expect(fetchDocument('/overview')).rejects.toMatchObject({
    message: 'Error 502.',
    status: 502,
  });
});

test.each([
  ['a lost connection', () => Promise.reject(new TypeError('network error'))],
  ['an unreadable body', async () => new Response('{"te', { status: 200 })],
  ['an error of a proxy', async () => new Response('<h1>Gateway timeout</h1>', { status: 504 })],
])('reports an uncertain change after %s', async (_, respond) => {
  vi.stubGlobal('fetch', respond);
  await expect(postJson('/changes', {}, 'token')).rejects.toThrow(
    /the change was made before you try again/,
  );
  await expect(fetchDocument('/overview')).rejects.not.toThrow(/the change/);
});

test('reports a refused change', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ detail: 'it is locked' }, { status: 409 }));
  await expect(postJson('/changes', {}, 'token')).rejects.toMatchObject({
    message: 'It is locked.',
    status: 409,
  });
});
