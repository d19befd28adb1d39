import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApiPaths } from './api-paths';

let server: Server;
let answer: { status: number; body: unknown };
let reads = 0;
let events: string[];

beforeEach(async () => {
  reads = 0;
  events = [];
  server = createServer((_, response) => {
    reads++;
    response.writeHead(answer.status).end(JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  vi.restoreAllMocks();
  server.close();
});
const open = () =>
  createApiPaths(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    log: (line) => events.push(line),
    onCut: () => events.push('cut'),
    onTooLarge: () => events.push('too large'),
  });

test('returns valid paths and reads them once a second', async () => {
  answer = { status: 200, body: { paths: ['/booking/2', '//evil.example', 7, '/x?y=<z>'] } };
  const paths = open();
  expect(await Promise.all([paths(), paths()])).toEqual([['/booking/2'], ['/booking/2']]);
  expect(reads).toBe(1);
});

test('returns the same list until the API lists other paths', async () => {
  answer = { status: 200, body: { paths: ['/booking/2'] } };
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const paths = open();
  const first = await paths();
  now.mockReturnValue(1001);
  expect(await paths()).toBe(first);
  answer = { status: 200, body: { paths: ['/booking/3'] } };
  now.mockReturnValue(2002);
  expect(await paths()).toEqual(['/booking/3']);
});

test('keeps the last paths during an outage', async () => {
  answer = { status: 200, body: { paths: ['/booking/2'] } };
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  const paths = open();
  await paths();
  answer = { status: 500, body: {} };
  now.mockReturnValue(1001);
  expect(await paths()).toEqual(['/booking/2']);
  now.mockReturnValue(2002);
  expect(await paths()).toEqual(['/booking/2']);
  expect(reads).toBe(3);
  expect(events).toEqual(["sitemap keeps the API's last paths: the API responded with 500"]);
});

test('reports a response above 4 MB, and paths that are left out', async () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  answer = { status: 200, body: { paths: ['/'], more: 'x'.repeat(4 * 1024 * 1024) } };
  const paths = open();
  expect(await paths()).toEqual([]);
  expect(events.splice(0)).toEqual([
    'too large',
    "sitemap keeps the API's last paths: /api/sitemap/: the response exceeds 4194304 bytes",
  ]);
  now.mockReturnValue(1001);
  answer = {
    status: 200,
    body: { paths: Array.from({ length: 49_001 }, (_, id) => `/booking/${id}`) },
  };
  expect(await paths()).toHaveLength(49_000);
  now.mockReturnValue(2002);
  expect(await paths()).toHaveLength(49_000);
  expect(events).toEqual([
    'cut',
    'sitemap cut after 49000 paths of the API; the rest was left out',
    'cut',
  ]);
});

test('is null without the call, empty before the first answer', async () => {
  answer = { status: 404, body: {} };
  expect(await open()()).toBeNull();
  answer = { status: 500, body: {} };
  expect(await open()()).toEqual([]);
});
