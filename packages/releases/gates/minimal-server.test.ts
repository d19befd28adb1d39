import { once } from 'node:events';
import { request } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type MinimalServer, startMinimalServer } from './minimal-server';

let server: MinimalServer;
beforeEach(async () => {
  server = await startMinimalServer();
});
afterEach(() => server.close());

/** Sends a request whose path `fetch` would change. */
async function call(method: string, path: string, body = ''): Promise<number | undefined> {
  const { hostname, port } = new URL(server.url);
  const sent = request({ hostname, port, method, path, agent: false }).end(body);
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

describe('minimal server', () => {
  test('records a body that is not JSON as text', async () => {
    expect(await call('POST', '/api/votes/', 'x')).toBe(404);
    expect(await call('POST', '/api/votes/', '{"vote":1}')).toBe(404);
    expect(server.calls.map(({ body }) => body)).toEqual(['x', { vote: 1 }]);
  });

  test('refuses a body above 16 MB', async () => {
    expect(await call('POST', '/api/votes/', 'x'.repeat(16 * 1024 * 1024 + 1))).toBe(413);
    expect(server.calls).toEqual([]);
  });

  test('refuses a malformed URL and answers the next call', async () => {
    server.answer('GET /api/votes/', { body: [] });
    expect(await call('GET', '//')).toBe(400);
    expect(await call('GET', '/api/votes/')).toBe(200);
  });
});
