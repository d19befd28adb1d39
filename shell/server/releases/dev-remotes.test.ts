import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fakeSite } from '@carry/remote-kit/fake-shell';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DevRemotes } from './dev-remotes';

let server: Server;
let app: Hono;
beforeEach(async () => {
  server = createServer(({ url }, response) =>
    response
      .writeHead(url === '/static/sum.js' ? 200 : 404, { 'content-type': 'text/javascript' })
      .end(url),
  ).listen(0, 'localhost');
  await once(server, 'listening');
  const dev = new DevRemotes('open', 'secret', () => fakeSite);
  app = new Hono();
  app.post('/dev', (context) => dev.receive(context));
  app.get('/files/:remote/*', (context) => {
    const { remote } = context.req.param();
    return dev.answerFile(context, remote, context.req.path.split('/').slice(3).join('/'));
  });
});
afterEach(() => void server.close());

const announce = (more: object) => {
  const { port } = server.address() as AddressInfo;
  const needs = { workers: true, wasm: false };
  const body = { remote: 'mf-a', port, routes: ['/a'], needs, everybody: true, ...more };
  return app.request('/dev', { method: 'POST', body: JSON.stringify(body) });
};

describe('DevRemotes', () => {
  it('serves the files of a development server', async () => {
    expect((await announce({})).status).toBe(200);
    const file = await app.request('/files/mf-a/static/sum.js');
    expect([file.status, await file.text()]).toEqual([200, '/static/sum.js']);
    expect(file.headers.get('content-type')).toBe('text/javascript');
    expect(file.headers.get('cache-control')).toBe('no-store');
    expect((await app.request('/files/mf-a/other.js')).status).toBe(404);
  });

  it('serves nothing without a development server', async () => {
    expect((await app.request('/files/mf-a/static/sum.js')).status).toBe(404);
    await announce({ port: 1 });
    expect((await app.request('/files/mf-a/static/sum.js')).status).toBe(404);
  });

  it('forgets a stopped development server although the clock stepped back', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    await announce({});
    vi.advanceTimersByTime(6000);
    vi.setSystemTime(Date.now() - 3_600_000);
    expect((await app.request('/files/mf-a/static/sum.js')).status).toBe(404);
    vi.useRealTimers();
  });

  it('refuses an announcement without the needs of its build', async () => {
    expect((await announce({ needs: undefined })).status).toBe(400);
  });
});
