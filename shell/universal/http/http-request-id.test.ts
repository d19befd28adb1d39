import type { ApiError } from '@carry/contracts/shell';
import { afterEach, expect, test, vi } from 'vitest';
import { createApiClient } from './http';

const bearer = { token: () => 'a', renew: async () => false };
const clientOf = (always: boolean) =>
  createApiClient('http://api.example', bearer, { requestId: { id: 'page-1', always } });
const sent = vi.fn<(headers: Record<string, string>) => Promise<Response>>();

function answer(response: () => Promise<Response>) {
  sent.mockReset().mockImplementation(response);
  vi.stubGlobal('fetch', (_: string, { headers }: { headers: Record<string, string> }) =>
    sent(headers),
  );
}
const carried = () => sent.mock.calls.map(([headers]) => headers['x-request-id']);
const failureOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: ApiError) => error.requestId ?? 'none',
  );

afterEach(() => vi.unstubAllGlobals());

test('what a page reads without leave carries no id: it would cost a question to the server first', async () => {
  answer(async () => Response.json({}));
  const { get, post } = clientOf(false);
  await get('/api/coaches/1/');
  await get('/api/me/', { bearer: true });
  await post('/api/token/refresh/', { refresh: 'r' });
  expect(carried()).toEqual([undefined, 'page-1', 'page-1']);
});

test('on the server each call carries the id of its page', async () => {
  answer(async () => Response.json({}));
  await clientOf(true).get('/api/coaches/1/');
  expect(carried()).toEqual(['page-1']);
});

test.each([
  [
    'what the server answered',
    async () => new Response('', { status: 500, headers: { 'x-request-id': 'api-7' } }),
    'api-7',
  ],
  [
    'what was sent, where nothing came back',
    () => Promise.reject(new TypeError('network')),
    'page-1',
  ],
  [
    'nothing, where the answer’s is not an id',
    async () => new Response('', { status: 500, headers: { 'x-request-id': '<b>' } }),
    'none',
  ],
  [
    'what the server answered, also to what is not JSON',
    async () => new Response('x', { headers: { 'x-request-id': 'api-7' } }),
    'api-7',
  ],
])('a failure names %s', async (_, response, id) => {
  answer(response);
  expect(await failureOf(clientOf(true).get('/api/coaches/1/'))).toBe(id);
});

test('without an id nothing is sent, and a failure that never left names none', async () => {
  answer(() => Promise.reject(new TypeError('network')));
  const { get } = createApiClient('http://api.example', null);
  expect(await failureOf(get('/api/coaches/1/'))).toBe('none');
  expect(await failureOf(get('/api/me/', { bearer: true }))).toBe('none');
  expect(carried()).toEqual([undefined]);
});
