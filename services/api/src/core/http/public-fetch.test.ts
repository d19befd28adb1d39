import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const PUBLIC_HOST = 'calendar.example';

/** Stands in for a server on the public internet. */
vi.mock('node:https', async (original) => {
  const https = await original<typeof import('node:https')>();
  const request = (url: URL, { signal, headers }: http.RequestOptions, onResponse: () => void) =>
    http.request(origin + url.pathname, { signal, headers }, onResponse);
  return {
    ...https,
    request: (url: URL, options: http.RequestOptions, onResponse: () => void) =>
      (url.hostname === PUBLIC_HOST ? request : https.request)(url, options, onResponse),
  };
});

vi.resetModules(); // the code is loaded once for all files, without the mock
const { fetchPublicText } = await import('./public-fetch');

const requests: string[] = [];
const server = http.createServer((request, response) => {
  requests.push(request.url ?? '');
  const answers: Record<string, () => void> = {
    '/ok': () => response.end('BEGIN:VCALENDAR'),
    '/marked': () => response.end('\uFEFFBEGIN:VCALENDAR'),
    '/large': () => response.end('x'.repeat(5000)),
    '/missing': () => response.writeHead(404).end(),
    '/moved': () => response.writeHead(302, { location: '/ok' }).end(),
    '/loop': () => response.writeHead(302, { location: '/loop' }).end(),
    '/file': () => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
    '/slow': () => void response.write('x'),
    '/to-address': () => response.writeHead(302, { location: 'https://127.0.0.1/ok' }).end(),
    '/to-name': () =>
      response.writeHead(302, { location: `${origin.replace('http:', 'https:')}/ok` }).end(),
    '/to-http': () => response.writeHead(302, { location: `http://${PUBLIC_HOST}/ok` }).end(),
  };
  answers[request.url ?? '']?.();
});
let origin = '';
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://localhost:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  vi.resetModules();
  server.closeAllConnections();
  server.close();
});
const load = (url: string, allowInternal = true) =>
  fetchPublicText(url, { maxBytes: 4000, timeoutMs: 1000, allowInternal });

test('reads a text and follows redirects', async () => {
  expect(await load(`${origin}/ok`)).toBe('BEGIN:VCALENDAR');
  expect(await load(`${origin}/moved`)).toBe('BEGIN:VCALENDAR');
});

test('removes a byte order mark', async () => {
  expect(await load(`${origin}/marked`)).toBe('BEGIN:VCALENDAR');
});

test.each([
  ['/large', /larger than/],
  ['/missing', /error 404/],
  ['/loop', /redirects too often/],
  ['/file', /https:/],
  ['/slow', /took too long/],
])('explains the failure of %s', async (path, message) => {
  await expect(load(origin + path)).rejects.toThrow(message);
});

test.each([
  'http://example.com/',
  'https://127.0.0.1/',
  'https://127.1/',
  'https://0x7f000001/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[fd00::1]/',
  'https://10.0.0.1/',
  'https://100.64.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://192.168.1.1/',
  'https://0.0.0.0/',
])('never connects to %s', async (url) => {
  await expect(load(url, false)).rejects.toThrow(/not on the public internet|https:/);
});

test('never connects to a name with an internal address', async () => {
  const before = requests.length;
  const url = origin.replace('http:', 'https:');
  await expect(load(`${url}/ok`, false)).rejects.toThrow(/not on the public internet/);
  expect(requests).toHaveLength(before);
});

test.each(['/to-address', '/to-name', '/to-http'])(
  'never follows the internal redirect %s',
  async (path) => {
    expect(await load(`https://${PUBLIC_HOST}/moved`, false)).toBe('BEGIN:VCALENDAR');
    const before = requests.length;
    await expect(load(`https://${PUBLIC_HOST}${path}`, false)).rejects.toThrow(
      /not on the public internet|https:/,
    );
    expect(requests.slice(before)).toEqual([path]);
  },
);
