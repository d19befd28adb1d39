import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Store } from '@carry/releases';
import { closeServer, listen } from 'server-kit/http-server';
import type { LogLine } from 'server-kit/log';
import { createApp } from './app';
import type { ServerConfig } from './config/config';
import { AssetServer } from './files/assets';
import { PageStyles } from './files/page-styles';
import { noShells, openShells, type Shells } from './files/shell-archive';
import { readShellAssets } from './files/shell-assets';
import { noChannel, openReportChannel } from './health/report-channel';
import { ReportReceiver } from './health/reports';
import { openSharedState } from './health/shared-state';
import { SiteDayReporter } from './health/site-day';
import { CspReports } from './http/csp-reports';
import { createLocalApp, listenLocally } from './local-listener';
import { describeSite } from './monitoring/describe-site';
import { openReleases, openRenderer } from './open-releases';
import { listHints } from './pages/early-hints';
import { PagePrinter } from './pages/print/print-page';
import { DevRemotes } from './releases/dev-remotes';
import { PreviewResolver } from './releases/preview-resolver';

const DRAIN_MS = 5000;
const getDist = ({ development }: ServerConfig) =>
  path.join(import.meta.dirname, development ? '../dist-dev' : '../dist');

/** Sites under development or with a release candidate do not archive their shell. */
const openShellArchive = (
  { development, previewSecret: secret, previewSecretBefore: secretBefore }: ServerConfig,
  folder: string,
  {
    store,
    log,
    candidateStore,
  }: { store: Store; log: LogLine; candidateStore?: Store | undefined },
): Promise<Shells> | Shells =>
  candidateStore || development
    ? noShells
    : openShells(folder, { store, secret, secretBefore, log });

function openSharing(
  { redisUrl: url }: ServerConfig,
  {
    secret,
    log,
    ...about
  }: { secret: string; log: LogLine } & Omit<Parameters<typeof describeSite>[0], 'id'>,
) {
  const self = randomBytes(9).toString('base64url');
  const channel = url ? openReportChannel({ url, self, secret, log }) : noChannel;
  const day = new SiteDayReporter({
    counts: about.health.day,
    shared: url ? openSharedState({ url, secret }) : null,
    describe: describeSite({ id: self, ...about }),
  });
  const close = async () => void (await Promise.all([channel.close(), day.close()]));
  return { channel, day, close };
}

/** Starts the site. `candidateStore` replaces the configured store. `close` drains, then ends running requests after 5 s. */
export async function startShell(
  config: ServerConfig,
  log: LogLine = console.warn,
  candidateStore?: Store,
) {
  const dist = getDist(config);
  const secret = config.previewSecret || randomBytes(32).toString('hex');
  if (config.previews !== 'off' && !config.previewSecret)
    log('PREVIEW_SECRET is not set: preview links do not work');
  const start = { config, dist, log, candidateStore };
  const opened = await openReleases(start);
  const { store, files, releases, rollbackController, rolloutController, health } = opened;
  const lifecycle = { stopping: false };
  const shell = readShellAssets(dist);
  const webFolder = path.join(dist, 'web');
  const shells = await openShellArchive(config, webFolder, { store, log, candidateStore });
  const dev = new DevRemotes(config.previews, secret, () => releases.compositionFor(null).site);
  const { renderer, prepared, close: closeRenderer } = openRenderer(start, opened);
  const csp = new CspReports(config.site.url, config.proxies, log);
  const about = { secret, log, shell: shell.version, releases, health };
  const { channel, day, close: closeSharing } = openSharing(config, about);
  const status = {
    config,
    channel,
    releases,
    renderer,
    health,
    rollbackController,
    rolloutController,
    assets: new AssetServer(),
    ...{ csp, day },
  };
  const { proxies, previewSecretBefore: secretBefore } = config;
  const reports = new ReportReceiver(health, { secret, secretBefore, proxies, channel });
  const app = createApp({
    ...status,
    previews: new PreviewResolver({
      mode: config.previews,
      secrets: [secret, secretBefore],
      ...{ store, files, dev, releases },
    }),
    reports,
    shell,
    printer: new PagePrinter({ config, shell, styles: new PageStyles(files) }),
    hints: config.earlyHints ? listHints(shell) : [],
    ...{ files, dev, store },
    webFolder,
    archivedFile: shells.read,
    log,
    lifecycle,
  });
  await prepared; // the first visitors get whole pages
  const local =
    config.localSocket &&
    (await listenLocally(config.localSocket, createLocalApp({ ...status, dev }), log));
  const server = await listen(app.fetch, config.port, config.host);
  return {
    server,
    async close() {
      lifecycle.stopping = true;
      await new Promise((resolve) => setTimeout(resolve, config.drainMs));
      rolloutController.close();
      releases.close();
      shells.close();
      if (local) local.close();
      await closeServer(server, DRAIN_MS);
      await closeSharing();
      await closeRenderer();
    },
  };
}
