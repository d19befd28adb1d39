import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFakeShell } from '@carry/remote-kit/fake-shell';
import { createRsbuild } from '@rsbuild/core';
import { rendererConfig } from '../../../bundler/config';
import { EMPTY_MENU } from '../../../universal/page/boot';
import { type PoolOptions, RenderPool } from '../pool/pool';
import { REALM_FILE, type RenderRequest } from '../protocol/protocol';

/** Builds the real render process. Call `remove` when done. */
export async function buildRenderer() {
  const folder = mkdtempSync(path.join(tmpdir(), 'carry-render-'));
  const { build } = await createRsbuild({
    cwd: path.join(import.meta.dirname, '../../..'),
    rsbuildConfig: { ...rendererConfig(folder), logLevel: 'error' },
  });
  await build();
  return {
    bundle: path.join(folder, 'render.cjs'),
    realm: path.join(folder, REALM_FILE),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Returns a server bundle with one page at `/`, from code for its top level, loader and component. */
export const remoteCode = ({ top = '', loader = 'null', body = "'well'" }) => `
  const { createElement } = require('react');
  const { useLoaderData } = require('react-router-dom');
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const busy = (ms) => { for (const end = Date.now() + ms; Date.now() < end; ); };
  ${top};
  const Component = () => { const data = useLoaderData(); const text = ${body}; return createElement('p', null, 'shows ' + text); };
  module.exports.default = {
    contractVersion: 2,
    createRoutes: (shell) => [{ id: 'page', path: '/', loader: async ({ request }) => (await (${loader})) ?? null, Component, HydrateFallback: () => null }],
  };`;

/** Starts a pool with that build, and an API that records reads. */
export async function startPool(bundle: string, limits: PoolOptions['limits'] = {}) {
  const reads: string[] = [];
  const requestIds: unknown[] = [];
  const api = createServer((request, response) => {
    reads.push(`${request.method} ${request.url}`);
    requestIds.push(request.headers['x-request-id']);
    if (request.url?.startsWith('/api/slow')) return;
    if (request.url?.startsWith('/api/gone')) response.statusCode = 410;
    if (request.url?.startsWith('/api/late')) {
      setTimeout(() => response.end('1'), 400);
      return;
    }
    if (request.url?.startsWith('/api/moved'))
      response.writeHead(302, { location: '/api/elsewhere' });
    response.end(
      request.url?.startsWith('/api/large')
        ? JSON.stringify('x'.repeat(2_000_000))
        : JSON.stringify(request.url),
    );
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  const apiUrl = `http://127.0.0.1:${(api.address() as AddressInfo).port}`;
  const blamed: string[] = [];
  const gone: string[] = [];
  const onBlame = (key: string, error: string) => void blamed.push(`${key}: ${error}`);
  const site = createFakeShell().shell.site;
  const pool = new RenderPool({
    bundle,
    setup: { apiUrl, apiBudgetMs: 2000 },
    onBlame,
    onGone: (path) => void gone.push(path),
    limits: { waitMs: 20_000, ...limits }, // processes start slowly while other tests run
  });
  const codes = new Map<string, string>();
  const request: RenderRequest = {
    pathname: '/',
    search: '',
    owned: true,
    suggestion: null,
    previews: [],
    site,
    menu: EMPTY_MENU,
    requestId: 'test',
    now: 0,
  };
  return {
    pool,
    blamed,
    reads,
    gone,
    requestIds,
    request,
    release: (key: string, parts: Parameters<typeof remoteCode>[0] = {}) =>
      void codes.set(key, remoteCode(parts)),
    /** Returns the page's text, or the error's name and first line. */
    show: (key: string, search = '', signal?: AbortSignal) =>
      pool
        .render(
          { key, code: async () => ({ name: key, version: '1', code: codes.get(key) ?? '' }) },
          { ...request, search },
          signal,
        )
        .then(
          ({ html }) => /shows ([^<]*)/.exec(html)?.[1] ?? html,
          (error: Error) => `${error.name}: ${error.message.split('\n')[0]}`,
        ),
    frame: () =>
      pool.render({ key: 'frame', code: async () => null }, request).then(({ status }) => status),
    async close() {
      await pool.close();
      api.closeAllConnections();
      api.close();
    },
  };
}
