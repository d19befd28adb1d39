import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiClient } from '@carry/contracts/shell';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiClient } from './http';

const readBody = async (request: IncomingMessage) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
};
const server = createServer(async (request, response) => {
  if (request.headers.authorization !== 'Bearer fresh') {
    response.writeHead(401).end('{"detail":"No."}');
  } else if (request.url === '/api/bookings/1/events/') {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('event: open\ndata: \n\n: heartbeat\n\nevent: ch');
    setTimeout(() => response.end('ange\ndata: \n\n'), 5);
  } else if (request.method === 'POST') {
    const { 'content-type': type } = request.headers;
    response.writeHead(201).end(JSON.stringify({ type, body: await readBody(request) }));
  } else response.writeHead(200).end('%PDF');
});
let api: ApiClient;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let token = 'stale';
  const renew = async () => {
    token = 'fresh';
    return 'renewed' as const;
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  api = createApiClient(url, { token: () => token, renew });
});
afterAll(() => void server.close());

test('uploads a file as it is, also after a renewed token', async () => {
  const file = new Blob(['PNG'], { type: 'text/html' });
  const answer = await api.upload('/api/bookings/1/files/?name=a.png', file, { bearer: true });
  expect(answer).toEqual({ type: 'application/octet-stream', body: 'PNG' });
});

test('downloads the body', async () => {
  const blob = await api.download('/api/bookings/1/files/2/', { bearer: true });
  expect(await blob?.text()).toBe('%PDF');
});

test('follows events over chunk borders until the stream ends', async () => {
  const events: string[] = [];
  await api.follow('/api/bookings/1/events/', (name) => events.push(name), { bearer: true });
  expect(events).toEqual(['open', 'change']);
});

test('rejects a stream that the server refuses', async () => {
  const refused = api.follow('/api/bookings/1/events/', () => {});
  await expect(refused).rejects.toMatchObject({ code: 'http', status: 401, detail: 'No.' });
});
