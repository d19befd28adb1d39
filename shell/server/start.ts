import type { Server } from 'node:http';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { DirectoryStore } from 'registry';
import { createApp } from './app';
import type { ServerConfig } from './config';
import { readShellAssets } from './document';
import { PageRenderer } from './page-renderer';
import { ReleaseSet } from './release-set';
import { RenderPool } from './render-pool';

const API_BUDGET_MS = 700;
const DRAIN_MS = 5000;
const dist = path.join(import.meta.dirname, '../dist');

/** Starts the site; resolves when it listens. `close` stops taking requests and lets running ones end. */
export async function startShell(config: ServerConfig, log: (line: string) => void = console.warn) {
  const store = new DirectoryStore(config.store);
  const releases = new ReleaseSet(store, config.site.coachSlug, log);
  await releases.open();
  const pool = new RenderPool(path.join(dist, 'node/render.cjs'), { site: config.site, apiUrl: config.apiUrl, apiBudgetMs: API_BUDGET_MS });
  const renderer = new PageRenderer(releases, store, pool, log);
  const webFolder = path.join(dist, 'web');
  const app = createApp({ config, store, releases, renderer, assets: readShellAssets(webFolder), webFolder });
  const server = await new Promise<Server>((resolve, reject) => {
    const listening = serve({ fetch: app.fetch, port: config.port }, () => resolve(listening)) as Server;
    listening.once('error', reject);
  });
  return {
    server,
    async close() {
      releases.close();
      const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      clearTimeout(force);
      await pool.close();
    },
  };
}
