import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followRevisions, type RevisedPaths } from './api-revisions';

let api: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: (string | undefined)[];
let end = () => {};

beforeEach(async () => {
  asked = [];
  api = createServer((request, response) => {
    asked.push(request.headers['if-none-match']);
    answer(request, response);
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  end();
  api.close();
  api.closeAllConnections();
});

const says =
  (revisions: unknown, tag = JSON.stringify(revisions)) =>
  (request: IncomingMessage, response: ServerResponse) => {
    const etag = `"${Buffer.from(tag).toString('hex')}"`;
    if (request.headers['if-none-match'] === etag) return void response.writeHead(304).end();
    response.writeHead(200, { etag }).end(JSON.stringify({ revisions }));
  };
const follow = () => {
  const revised: RevisedPaths[] = [];
  end = followRevisions(`http://127.0.0.1:${(api.address() as AddressInfo).port}`, (paths) =>
    revised.push(paths),
  );
  return revised;
};

test('what has changed, come or gone is told within two seconds, once; an unchanged answer is not sent again', async () => {
  answer = says({ '/api/coaches/1/': '1', '/api/coaches/2/': '7', '/api/coaches/4/': '1' });
  const revised = follow();
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(1), { timeout: 15_000 });
  expect(asked[1]).toBeTruthy();
  expect(revised).toEqual([]);
  answer = says({ '/api/coaches/1/': '2', '/api/coaches/2/': '7', '/api/coaches/3/': '1' });
  await vi.waitFor(() => expect(revised).toHaveLength(1), { timeout: 15_000 });
  expect(revised).toEqual([
    { changed: ['/api/coaches/1/', '/api/coaches/3/'], removed: ['/api/coaches/4/'] },
  ]);
  const before = asked.length;
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(before + 1), { timeout: 15_000 });
  expect(revised).toHaveLength(1);
});

test('what changed while the API did not answer is told when it does again', async () => {
  answer = says({ '/api/coaches/1/': '1' });
  const revised = follow();
  await vi.waitFor(() => expect(asked).toHaveLength(1), { timeout: 15_000 });
  answer = (_, response) => void response.writeHead(500).end('Oops');
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(2), { timeout: 15_000 });
  answer = says({ '/api/coaches/1/': '2' });
  await vi.waitFor(() => expect(revised).toEqual([{ changed: ['/api/coaches/1/'], removed: [] }]), {
    timeout: 15_000,
  });
});

test.each([
  [
    'that has no such call',
    (_: IncomingMessage, response: ServerResponse) => void response.writeHead(404).end('{}'),
  ],
  [
    'that answers something else',
    (_: IncomingMessage, response: ServerResponse) => void response.writeHead(200).end('<html>'),
  ],
])('an API %s is left in peace', async (_, given) => {
  answer = given;
  const revised = follow();
  await new Promise((resolve) => setTimeout(resolve, 2500));
  expect(asked).toHaveLength(1);
  expect(revised).toEqual([]);
});
