import { Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { afterEach, expect, test, vi } from 'vitest';
import { log, observe } from './observe';

const app = new Hono()
  .use(requestId({ limitLength: 64 }))
  .use(observe)
  .get('/healthz', (context) => context.text('ok'))
  .get('/assets/*', (context) => context.text('x'))
  .get('*', (context) => context.text('page', 404));

afterEach(() => vi.restoreAllMocks());

test('logs a request without its query or email addresses', async () => {
  const lines: string[] = [];
  vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0);
  log.level = 'info';
  for (const path of ['/login?token=abc', '/kim@example.com', '/assets/a.js', '/healthz'])
    await app.request(path, { headers: { 'x-request-id': 'proxy-1' } });
  log.level = 'warn';
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { name: 'site', id: 'proxy-1', method: 'GET', route: '/login', status: 404 },
    { route: expect.stringMatching(/^\/?\[address\]$/) },
    { route: '/assets/*', status: 200 },
  ]);
  expect(lines.join('')).not.toMatch(/token|example/);
});
