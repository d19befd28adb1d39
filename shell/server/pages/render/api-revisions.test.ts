import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { followRevisions, type RevisedPaths } from './api-revisions';

let api: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let etags: (string | undefined)[];
let end = () => {};

beforeEach(async () => {
  etags = [];
  api = createServer((request, response) => {
    etags.push(request.headers['if-none-match']);
    answer(request, response);
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  end();
  api.close();
  api.closeAllConnections();
});

const respondWith =
  (revisions: unknown, tag = JSON.stringify(revisions)) =>
  (request: IncomingMessage, response: ServerResponse) => {
    const etag = `"${Buffer.from(tag).toString('hex')}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { etag }).end(JSON.stringify({ revisions }));
  };
const follow = (onTooLarge?: (path: string) => void) => {
  const revised: RevisedPaths[] = [];
  const { port } = api.address() as AddressInfo;
  end = followRevisions(`http://127.0.0.1:${port}`, (paths) => revised.push(paths), onTooLarge);
  return revised;
};

test('reports changed, added and removed paths once', async () => {
  answer = respondWith({ '/api/coaches/1/': '1', '/api/coaches/2/': '7', '/api/coaches/4/': '1' });
  const revised = follow();
  await vi.waitFor(() => expect(etags.length).toBeGreaterThan(1), { timeout: 15_000 });
  expect(etags[1]).toBeTruthy();
  expect(revised).toEqual([]);
  answer = respondWith({ '/api/coaches/1/': '2', '/api/coaches/2/': '7', '/api/coaches/3/': '1' });
  await vi.waitFor(() => expect(revised).toHaveLength(1), { timeout: 15_000 });
  expect(revised).toEqual([
    { changed: ['/api/coaches/1/', '/api/coaches/3/'], removed: ['/api/coaches/4/'] },
  ]);
  const before = etags.length;
  await vi.waitFor(() => expect(etags.length).toBeGreaterThan(before + 1), { timeout: 15_000 });
  expect(revised).toHaveLength(1);
});

test('reports a list that lost an entry as removed', async () => {
  const listing = (value: string) => (_: IncomingMessage, response: ServerResponse) =>
    void response
      .writeHead(200)
      .end(JSON.stringify({ revisions: {}, lists: { '/api/coaches/?': value } }));
  answer = listing('1,2');
  const revised = follow();
  await vi.waitFor(() => expect(etags.length).toBeGreaterThan(1), { timeout: 15_000 });
  expect(revised).toEqual([]);
  answer = listing('1');
  await vi.waitFor(() => expect(revised).toEqual([{ changed: [], removed: ['/api/coaches/?'] }]), {
    timeout: 15_000,
  });
});

describe('with a bounded response', () => {
  const changes = (oldest: number, newest: number, more: object = {}) => {
    const response = { revisions: {}, range: { oldest, newest }, ...more };
    return (_: IncomingMessage, reply: ServerResponse) =>
      void reply.writeHead(200).end(JSON.stringify(response));
  };
  const [one, two] = ['/api/coaches/1/', '/api/coaches/2/'];

  test.each([
    ['a path that left it', changes(7, 9, { revisions: { [two]: '9' } }), [two], []],
    ['a deleted path', changes(7, 8, { removed: [one] }), [], [one]],
    ['more changes than it holds', changes(90, 99, { revisions: { [two]: '99' } }), ['/api/'], []],
    ['a restored database', changes(0, 2, { revisions: { [one]: '7' } }), ['/api/'], []],
  ])('reports %s', async (_, next, changed, removed) => {
    answer = changes(0, 7, { revisions: { [one]: '7' } });
    const revised = follow();
    await vi.waitFor(() => expect(etags).toHaveLength(1), { timeout: 15_000 });
    answer = next;
    await vi.waitFor(() => expect(revised).toEqual([{ changed, removed }]), { timeout: 15_000 });
  });
});

test('reports changes after an API outage', async () => {
  answer = respondWith({ '/api/coaches/1/': '1' });
  const revised = follow();
  await vi.waitFor(() => expect(etags).toHaveLength(1), { timeout: 15_000 });
  answer = (_, response) => void response.writeHead(500).end('Oops');
  await vi.waitFor(() => expect(etags.length).toBeGreaterThan(2), { timeout: 15_000 });
  answer = respondWith({ '/api/coaches/1/': '2' });
  await vi.waitFor(() => expect(revised).toEqual([{ changed: ['/api/coaches/1/'], removed: [] }]), {
    timeout: 15_000,
  });
});

const wrongResponses: [string, typeof answer][] = [
  ['without the endpoint', (_, response) => void response.writeHead(404).end('{}')],
  ['with another response', (_, response) => void response.writeHead(200).end('<html>')],
];

test.each(wrongResponses)('keeps polling an API that is briefly %s', async (_, respond) => {
  answer = respondWith({ '/api/coaches/1/': '1' });
  const revised = follow();
  await vi.waitFor(() => expect(etags).toHaveLength(1), { timeout: 15_000 });
  answer = respond;
  await vi.waitFor(() => expect(etags).toHaveLength(2), { timeout: 15_000 });
  answer = respondWith({ '/api/coaches/1/': '2' });
  await vi.waitFor(() => expect(revised).toEqual([{ changed: ['/api/coaches/1/'], removed: [] }]), {
    timeout: 15_000,
  });
});

test.each(wrongResponses)('stops polling an API %s', async (_, respond) => {
  answer = respond;
  const revised = follow();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(etags).toHaveLength(1);
  expect(revised).toEqual([]);
});

test('reports the first of responses above 1 MB', async () => {
  answer = respondWith({ '/api/coaches/1/': '1' });
  const tooLarge: string[] = [];
  const revised = follow((path) => tooLarge.push(path));
  await vi.waitFor(() => expect(etags).toHaveLength(1), { timeout: 15_000 });
  answer = respondWith({ '/api/coaches/1/': '2'.repeat(1024 * 1024) }, 'large');
  await vi.waitFor(() => expect(etags.length).toBeGreaterThan(3), { timeout: 15_000 });
  expect(tooLarge).toEqual(['/api/revisions/']);
  answer = respondWith({ '/api/coaches/1/': '2' });
  await vi.waitFor(() => expect(revised).toEqual([{ changed: ['/api/coaches/1/'], removed: [] }]), {
    timeout: 15_000,
  });
});
