import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { proxy } from 'hono/proxy';
import { AssetServer, compress, encodingFor } from '../../shell/server/files/assets';

/** Serves the single-page app: compressed immutable files, one HTML for every path, the API on the same origin. */
export async function serveSpa(dist: string, apiUrl: string, port: number): Promise<Server> {
  const app = new Hono();
  const files = new AssetServer();
  const html = readFileSync(path.join(dist, 'index.html'), 'utf8');
  app.all('/api/*', (context) =>
    proxy(apiUrl + context.req.path + new URL(context.req.url).search, {
      method: context.req.method,
      headers: context.req.header(),
    }),
  );
  app.get('/static/*', (context) =>
    files.fromFolder(context, dist, { file: context.req.path.slice(1) }),
  );
  app.get('*', async (context) => {
    const encoding = encodingFor(context.req.header('accept-encoding'));
    if (encoding) context.header('content-encoding', encoding);
    return context.body(new Uint8Array(await compress(html, encoding)), 200, {
      'content-type': 'text/html; charset=utf-8',
    });
  });
  return new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port }, () => resolve(server)) as Server;
  });
}
