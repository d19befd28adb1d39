import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import path from 'node:path';
import { ConfigError } from '@carry/contracts/environment';
import { openStore, SignedStore, type Store } from '@carry/releases';
import { serve } from '@hono/node-server';
import { followRevisions } from './api-revisions';
import { createApp } from './app';
import { AssetServer } from './assets';
import type { ServerConfig } from './config';
import { CspReports } from './csp-reports';
import { DevRemotes } from './dev-remotes';
import { Health } from './health/health';
import { Referee } from './health/referee';
import { noChannel, openReportChannel } from './health/report-channel';
import { ReportReceiver } from './health/reports';
import { inspectRelease, tryPage } from './health/trial';
import { createLocalApp } from './local-app';
import { listenLocally } from './local-listener';
import { type OnRender, PageRenderer } from './page-renderer';
import { PreviewResolver } from './preview-resolver';
import { ReleaseFiles } from './releases/release-files';
import { ReleaseSet } from './releases/release-set';
import { noShells, openShells, type Shells } from './releases/shell-archive';
import type { PoolLimits } from './render/limits';
import { RenderPool } from './render/pool';
import { readShellAssets } from './shell-assets';
import { setupProblems, siteOf } from './site';
import { notesOn } from './start-notes';

const API_BUDGET_MS = 700;
/** Long, so that a machine under load is not taken for a release that hangs. */
const TRIAL_DEADLINE_MS = 3000;
const DRAIN_MS = 5000;
const distOf = ({ development }: ServerConfig) =>
  path.join(import.meta.dirname, development ? '../dist-dev' : '../dist');

/** A site that tries a candidate, or is under development, is not a release of the shell. */
const shellsOf = (
  folder: string,
  { development, previewSecret: secret, previewSecretBefore: secretBefore }: ServerConfig,
  store: Store,
  log: (line: string) => void,
  given?: Store,
): Promise<Shells> | Shells =>
  given || development ? noShells : openShells(folder, { store, secret, secretBefore, log });

/** Starts the site, on the store that the configuration names or on a given one; resolves when it listens. `close` stops taking requests and lets running ones end. */
export async function startShell(
  config: ServerConfig,
  log: (line: string) => void = console.warn,
  given?: Store,
) {
  const dist = distOf(config);
  // a site that tries a candidate is given what nobody has signed yet
  const store = given ?? new SignedStore(await openStore(config.store), () => releases.trust, null);
  const secret = config.previewSecret || randomBytes(32).toString('hex');
  if (config.previews !== 'off' && !config.previewSecret)
    log('PREVIEW_SECRET is not set: no signed preview link can be opened');
  const files = new ReleaseFiles(store, config.lastGood, log);
  const setup = { apiUrl: config.apiUrl, apiBudgetMs: API_BUDGET_MS };
  const bundle = path.join(dist, 'node/render.cjs');
  const trialPool = () =>
    new RenderPool({ bundle, setup, limits: { processes: 1, deadlineMs: TRIAL_DEADLINE_MS } });
  const referee = new Referee({
    pointerOf: (remote) => releases.pointerOf(remote),
    quarantine: (remote, verdict) => releases.quarantine(remote, verdict),
    inspect: (remote, version) => inspectRelease(files, remote, version),
    render: (remote, version, pathname) =>
      tryPage(trialPool(), files, remote, version, pathname, releases.compositionFor(null).site),
    log,
  });
  const releases = new ReleaseSet({
    store,
    files,
    siteOf: (document) => siteOf(document, config.site),
    operators: given ? null : config.operators,
    log,
    onDamage: referee.damaged,
  });
  const health = new Health({
    pointerOf: releases.pointerOf,
    suspect: referee.suspect,
    endCanary: referee.endCanary,
  });
  await releases.open();
  const problems = setupProblems(releases.site, config.site);
  if (problems.length > 0 && releases.site.revision > 0) throw new ConfigError(problems.join('\n'));
  for (const note of given ? [] : notesOn(releases.site, releases.trust)) log(note);
  const newPool = (limits: Partial<PoolLimits> = {}) =>
    new RenderPool({
      bundle,
      setup,
      limits,
      onBlame(key, error) {
        const [remote = '', version = ''] = key.split('@');
        health.rendered(remote, version, { ms: 0, error });
      },
    });
  const pools = { live: newPool(), preview: newPool({ processes: 1, idleMs: 60_000 }) };
  const lifecycle = { stopping: false };
  const webFolder = path.join(dist, 'web');
  const shells = await shellsOf(webFolder, config, store, log, given);
  const dev = new DevRemotes(config.previews, secret, () => releases.compositionFor(null).site);
  const onRender: OnRender = (remote, version, outcome) =>
    health.rendered(remote, version, outcome);
  const renderer = new PageRenderer(files, pools, log, onRender, releases.serves);
  releases.onChange(() => renderer.cache.dropUnserved());
  const unfollow = followRevisions(config.apiUrl, (paths) => renderer.cache.outdate(paths));
  const csp = new CspReports(config.site.url, config.proxies, log);
  const channel = config.redisUrl
    ? openReportChannel({
        url: config.redisUrl,
        self: randomBytes(9).toString('base64url'),
        secret,
        log,
      })
    : noChannel;
  const status = {
    config,
    channel,
    releases,
    renderer,
    health,
    referee,
    assets: new AssetServer(),
    csp,
  };
  const app = createApp({
    ...status,
    previews: new PreviewResolver(
      config.previews,
      [secret, config.previewSecretBefore],
      store,
      files,
      dev,
    ),
    reports: new ReportReceiver(
      health,
      secret,
      config.proxies,
      channel,
      config.previewSecretBefore,
    ),
    shell: readShellAssets(dist),
    files,
    webFolder,
    archivedFile: shells.read,
    log,
    lifecycle,
  });
  const server = await new Promise<Server>((resolve, reject) => {
    const listening = serve({ fetch: app.fetch, port: config.port }, () =>
      resolve(listening),
    ) as Server;
    listening.once('error', reject);
  });
  const local =
    config.localSocket &&
    (await listenLocally(config.localSocket, createLocalApp({ ...status, dev }), log));
  return {
    server,
    async close() {
      lifecycle.stopping = true;
      await new Promise((resolve) => setTimeout(resolve, config.drainMs));
      releases.close();
      unfollow();
      shells.close();
      if (local) local.close();
      const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
      clearTimeout(force);
      await channel.close();
      await Promise.all([pools.live.close(), pools.preview.close()]);
    },
  };
}
