import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import path from 'node:path';
import { serve } from '@hono/node-server';
import { openStore, type Store } from 'registry';
import { createApp } from './app';
import type { ServerConfig } from './config';
import { DevRemotes } from './dev-remotes';
import { readShellAssets } from './document';
import { Health } from './health/health';
import { ReportDesk } from './health/reports';
import { PageRenderer } from './page-renderer';
import { PreviewDesk } from './preview-desk';
import { ReleaseFiles } from './release-files';
import { ReleaseSet } from './release-set';
import type { PoolLimits } from './render/limits';
import { RenderPool } from './render/pool';

const API_BUDGET_MS = 700;
const DRAIN_MS = 5000;
const distOf = ({ development }: ServerConfig) => path.join(import.meta.dirname, development ? '../dist-dev' : '../dist');

/** Starts the site, on the store that the configuration names or on a given one; resolves when it listens. `close` stops taking requests and lets running ones end. */
export async function startShell(config: ServerConfig, log: (line: string) => void = console.warn, given?: Store) {
  const dist = distOf(config);
  const store = given ?? (await openStore(config.store));
  const dev = new DevRemotes(config.previews, config.site.coachSlug);
  const files = new ReleaseFiles(store, config.lastGood);
  const releases = new ReleaseSet(store, files, config.site.coachSlug, log);
  await releases.open();
  const health = new Health({
    pointers(remote) {
      const { version, canary } = releases.live.remotes[remote] ?? {};
      return { live: version ?? null, canary: canary?.version ?? null };
    },
    condemn: (remote, version, why) => void releases.condemn(remote, version, why),
  });
  if (config.previews !== 'off' && !config.previewSecret) log('PREVIEW_SECRET is not set: no signed preview link can be opened');
  const newPool = (limits: Partial<PoolLimits> = {}) =>
    new RenderPool({
      bundle: path.join(dist, 'node/render.cjs'),
      setup: { site: config.site, apiUrl: config.apiUrl, apiBudgetMs: API_BUDGET_MS },
      limits,
      onBlame(key, error) {
        const [remote = '', version = ''] = key.split('@');
        health.rendered(remote, version, { ms: 0, error });
      },
    });
  const pools = { live: newPool(), preview: newPool({ processes: 1, idleMs: 60_000 }) };
  const lifecycle = { stopping: false };
  const webFolder = path.join(dist, 'web');
  const app = createApp({
    config,
    releases,
    renderer: new PageRenderer(files, pools, log, (remote, version, outcome) => health.rendered(remote, version, outcome)),
    previews: new PreviewDesk(config.previews, config.previewSecret, store, files, dev),
    reports: new ReportDesk(health, config.previewSecret || randomBytes(32).toString('hex'), config.proxies),
    shell: readShellAssets(webFolder),
    files,
    health,
    dev,
    webFolder,
    lifecycle,
  });
  const server = await new Promise<Server>((resolve, reject) => {
    const listening = serve({ fetch: app.fetch, port: config.port }, () => resolve(listening)) as Server;
    listening.once('error', reject);
  });
  return {
    server,
    async close() {
      lifecycle.stopping = true;
      await new Promise((resolve) => setTimeout(resolve, config.drainMs));
      releases.close();
      const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      clearTimeout(force);
      await Promise.all([pools.live.close(), pools.preview.close()]);
    },
  };
}
