import type { ApiError } from '@carry/contracts/shell';
import { afterEach, expect, test, vi } from 'vitest';
import { createApiClient } from './http';

const bearer = { token: () => 'a', renew: async () => 'refused' as const };
const createClient = (always: boolean) =>
  createApiClient('http://api.example', bearer, { requestId: { id: 'page-1', always } });
const sent = vi.fn<(headers: Record<string, string>) => Promise<Response>>();

function answer(response: () => Promise<Response>) {
  sent.mockReset().mockImplementation(response);
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) =>
    sent(headers),
  );
}
const sentIds = () => sent.mock.calls.map(([headers]) => headers['x-request-id']);
const getFailedId = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: ApiError) => error.requestId ?? 'none',
  );

afterEach(() => vi.unstubAllGlobals());

test('omits the request id where it would cause a CORS preflight', async () => {
  answer(async () => Response.json({}));
  const { get, post } = createClient(false);
  await get('/api/coaches/1/');
  await get('/api/me/', { bearer: true });
  await post('/api/token/refresh/', { refresh: 'r' });
  expect(sentIds()).toEqual([undefined, 'page-1', 'page-1']);
});

test('sends the page’s id with each call on the server', async () => {
  answer(async () => Response.json({}));
  await createClient(true).get('/api/coaches/1/');
  expect(sentIds()).toEqual(['page-1']);
});

test.each([
  [
    'the id of the response',
    async () => new Response('', { status: 500, headers: { 'x-request-id': 'api-7' } }),
    'api-7',
  ],
  ['the sent id without a response', () => Promise.reject(new TypeError('network')), 'page-1'],
  [
    'no id if the response’s is invalid',
    async () => new Response('', { status: 500, headers: { 'x-request-id': '<b>' } }),
    'none',
  ],
  [
    'the id of a malformed response',
    async () => new Response('x', { headers: { 'x-request-id': 'api-7' } }),
    'api-7',
  ],
])('reports %s in an error', async (_, response, id) => {
  answer(response);
  expect(await getFailedId(createClient(true).get('/api/coaches/1/'))).toBe(id);
});

test('sends and reports no id without a page id', async () => {
  answer(() => Promise.reject(new TypeError('network')));
  const { get } = createApiClient('http://api.example', null);
  expect(await getFailedId(get('/api/coaches/1/'))).toBe('none');
  expect(await getFailedId(get('/api/me/', { bearer: true }))).toBe('none');
  expect(sentIds()).toEqual([undefined]);
});
