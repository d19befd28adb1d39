import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiRequest } from '@carry/contracts/shell';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Bearer, type ClientOptions, createApiClient, type Renewal } from './http';

interface AnyClient {
  get(path: string, request?: ApiRequest): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
  patch(path: string, body: unknown): Promise<unknown>;
}
const createClient = (url: string, bearer: Bearer | null, options?: ClientOptions) =>
  createApiClient(url, bearer, options) as AnyClient;

const seen: { authorization: string | undefined }[] = [];
const server = createServer((request, response) => {
  seen.push({ authorization: request.headers.authorization });
  const answers: Record<string, [number, string]> = {
    '/api/ok/': [200, '{"a":1}'],
    '/api/empty/': [200, ''],
    '/api/html/': [200, '<html>'],
    '/api/detail/': [400, '{"detail":"No."}'],
    '/api/errors/': [400, '{"errors":["A","B"]}'],
    '/api/boom/': [500, 'oops'],
    '/api/text/': [200, 'OK'],
    '/api/deleted/': [401, '{"detail":"Invalid token.","code":"account_deleted"}'],
    '/api/guarded/':
      request.headers.authorization === 'Bearer fresh'
        ? [200, '{"ok":true}']
        : [401, '{"detail":"Invalid token."}'],
  };
  const answer = answers[request.url ?? ''];
  if (answer) response.writeHead(answer[0]).end(answer[1]);
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const bearer = (token: string | null, renewed = token) => {
  let current = token;
  const renew = vi.fn(async () => {
    current = renewed;
    return renewed === null ? ('failed' as const) : ('renewed' as const);
  });
  return { token: () => current, renew };
};

test('returns the parsed body, even an empty one', async () => {
  const api = createClient(url, null);
  expect(await api.get('/api/ok/')).toEqual({ a: 1 });
  expect(await api.get('/api/empty/')).toBeUndefined();
});

test.each([
  ['/api/detail/', { code: 'http', status: 400, detail: 'No.' }],
  ['/api/errors/', { code: 'http', status: 400, detail: 'A, B' }],
  ['/api/boom/', { code: 'http', status: 500, detail: null, body: 'oops' }],
  ['/api/html/', { code: 'malformed', status: 200 }],
])('maps %s to an ApiError', async (path, error) => {
  await expect(createClient(url, null).get(path)).rejects.toMatchObject({
    name: 'ApiError',
    ...error,
  });
});

test('accepts text after a write, but no HTML', async () => {
  const api = createClient(url, null);
  expect(await api.post('/api/text/', {})).toBeUndefined();
  expect(await api.patch('/api/text/', {})).toBeUndefined();
  const malformed = { code: 'malformed', status: 200 };
  await expect(api.post('/api/html/', {})).rejects.toMatchObject(malformed);
  await expect(api.get('/api/text/')).rejects.toMatchObject(malformed);
});

test('distinguishes timeouts, network errors and aborts', async () => {
  const api = createClient(url, null);
  await expect(api.get('/api/never/', { timeoutMs: 30 })).rejects.toMatchObject({
    code: 'timeout',
  });
  await expect(createClient('http://127.0.0.1:9', null).get('/api/ok/')).rejects.toMatchObject({
    code: 'network',
  });
  await expect(api.get('/api/never/', { signal: AbortSignal.timeout(20) })).rejects.toMatchObject({
    code: 'aborted',
  });
});

test('omits cookies and uses a 15-second timeout by default', async () => {
  const requests: RequestInit[] = [];
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    requests.push(init);
    return new Response('{}');
  });
  const api = createClient(url, null);
  await api.get('/api/ok/');
  await api.get('/api/ok/', { credentials: true, timeoutMs: 40 });
  vi.unstubAllGlobals();
  expect(requests.map(({ credentials }) => credentials)).toEqual(['omit', 'include']);
  expect(timeout.mock.calls).toEqual([[15_000], [40]]);
  timeout.mockRestore();
});

test('sends the token on request only, and nothing without one', async () => {
  const api = createClient(url, bearer('secret'));
  await api.get('/api/ok/');
  expect(seen.at(-1)?.authorization).toBeUndefined();
  await api.get('/api/ok/', { bearer: true });
  expect(seen.at(-1)?.authorization).toBe('Bearer secret');
  const requests = seen.length;
  await expect(
    createClient(url, bearer(null)).get('/api/ok/', { bearer: true }),
  ).rejects.toMatchObject({ code: 'no-token' });
  expect(seen).toHaveLength(requests);
});

test('retries a 401 once with a renewed token', {
  tags: ['@fault-D3'],
}, async () => {
  const renewing = bearer('stale', 'fresh');
  expect(await createClient(url, renewing).get('/api/guarded/', { bearer: true })).toEqual({
    ok: true,
  });
  const hopeless = bearer('stale', 'stale');
  await expect(
    createClient(url, hopeless).get('/api/guarded/', { bearer: true }),
  ).rejects.toMatchObject({ status: 401, detail: null }); // the server's is for developers
  expect(hopeless.renew).toHaveBeenCalledTimes(1);
});

test('names a deleted account before the session ends', { timeout: 2000 }, async () => {
  const renew = vi.fn(() => new Promise<Renewal>(() => {}));
  const call = createClient(url, { token: () => 'stale', renew }).get('/api/deleted/', {
    bearer: true,
  });
  await expect(call).rejects.toMatchObject({
    ...{ status: 401, detail: null },
    body: expect.stringContaining('account_deleted'),
  });
  expect(renew).toHaveBeenCalledOnce(); // it ends the session
});

test('reports a failed renewal as a network error', { tags: ['@fault-D4'] }, async () => {
  const call = (renewal: Renewal) =>
    createClient(url, { token: () => 'stale', renew: async () => renewal }).get('/api/guarded/', {
      bearer: true,
    });
  await expect(call('failed')).rejects.toMatchObject({ code: 'network', status: 0 });
  await expect(call('refused')).rejects.toMatchObject({ code: 'http', status: 401 });
});

test('passes on the server’s Date header', async () => {
  const heard = vi.fn();
  await createClient(url, null, { heard }).get('/api/ok/');
  expect(Math.abs(heard.mock.calls[0]?.[0] - Date.now())).toBeLessThan(2000);
});
