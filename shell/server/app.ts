import path from 'node:path';
import { DEV_VERSION, filePolicy } from '@carry/contracts/release';
import type { Store } from '@carry/releases';
import { type Context, Hono } from 'hono';
import { requestId } from 'hono/request-id';
import { streamSSE } from 'hono/streaming';
import { cancelHeadBody } from 'server-kit/head-requests';
import { type LogLine, scrub } from 'server-kit/log';
import { createApiPaths } from './files/api-paths';
import { hasPicture } from './files/assets';
import { manifest, robots } from './files/public-files';
import { createSitemap } from './files/sitemap';
import { randomId } from './http/random-id';
import { CSP_REPORTS_PATH, commonHeaders } from './http/security';
import { warnOfProxy } from './http/visitor';
import { answerDay, answerStatus } from './monitoring/answer-status';
import { apiResponsesTooLarge, previewSearchesCut, sitemapsCut } from './monitoring/metrics';
import { log, observe } from './monitoring/observe';
import { checkReadiness } from './monitoring/readiness';
import type { StatusParts } from './monitoring/status';
import { answerPage, type PageParts, refuseEmpty, visitorComposition } from './pages/pages';
import { collectClaims, describeSetup, liveRemote, publicSite } from './public-site';
import type { DevRemotes } from './releases/dev-remotes';
import { previewPanel } from './releases/preview-panel';
import type { ReleaseFiles } from './releases/release-files';

const MAX_REQUEST_ID = 64;
const DERIVED_CACHING = { 'cache-control': 'public, max-age=60, stale-while-revalidate=600' };
/** Short: people read it aloud to support. */
const newRequestId = () => randomId(9);

export interface AppParts extends PageParts, Omit<StatusParts, 'renderer'> {
  files: ReleaseFiles;
  dev: Pick<DevRemotes, 'answerFile'>;
  store: Store;
  log: LogLine;
  webFolder: string;
  /** Returns a file of another shell version, for pages that it rendered; null if the archive lacks it. */
  archivedFile(file: string): Promise<Buffer | null>;
  /** `stopping` is true during a graceful shutdown. */
  lifecycle: { stopping: boolean };
}

export function createApp(parts: AppParts): Hono {
  const { config } = parts;
  const app = new Hono();
  const headers = commonHeaders(config);

  app.use(cancelHeadBody);
  app.use(requestId({ limitLength: MAX_REQUEST_ID, generator: newRequestId }));
  app.use(observe);
  app.use(warnOfProxy(config.proxies, parts.log));
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of headers)
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  });
  addHealth(app, parts);
  addCrawlerFiles(app, parts);
  addCompositions(app, parts);
  addReports(app, parts);
  addPreviewPanel(app, parts);
  if (config.development) addChanges(app, parts);
  addShellFiles(app, parts);
  addReleaseFiles(app, parts);

  app.get('*', (context) => answerPage(context, parts));
  app.all('*', (context) => context.text('Method not allowed', 405, { allow: 'GET, HEAD' }));
  app.onError((error, context) => {
    log.error({ id: context.get('requestId') as unknown }, scrub(error.stack ?? error.message));
    return context.text('Something went wrong. Please try again.', 500, {
      'cache-control': 'no-store',
    });
  });
  return app;
}

function addHealth(app: Hono, { releases, lifecycle }: AppParts): void {
  app.get('/healthz', (context) => context.text('ok', 200, { 'cache-control': 'no-store' }));
  app.get('/_shell/time', (context) =>
    context.text(String(Date.now()), 200, { 'cache-control': 'no-store' }),
  );
  app.get('/readyz', (context) => {
    const readiness = checkReadiness(
      releases,
      lifecycle,
      context.req.query('partial') !== undefined,
    );
    return context.json(readiness, readiness.ready ? 200 : 503, { 'cache-control': 'no-store' });
  });
}

function addCrawlerFiles(app: Hono, { config, releases, log }: AppParts): void {
  app.get('/robots.txt', (context) => context.text(robots(config.site), 200, DERIVED_CACHING));
  app.get('/manifest.webmanifest', (context) =>
    context.json(manifest(releases.compositionFor(null)), 200, {
      'content-type': 'application/manifest+json',
      ...DERIVED_CACHING,
    }),
  );
  const apiPaths = createApiPaths(config.apiUrl, {
    log,
    onCut: () => sitemapsCut.inc(),
    onTooLarge: () => apiResponsesTooLarge.inc(),
  });
  const printSitemap = createSitemap(config.site);
  app.get('/sitemap.xml', async (context) => {
    const composition = releases.compositionFor(null);
    if (composition.isEmpty) return refuseEmpty(context);
    return context.body(await printSitemap(composition, await apiPaths()), 200, {
      'content-type': 'application/xml',
      'cache-control': 'no-cache', // a locked coach is gone within two seconds
    });
  });
}

function addCompositions(app: Hono, parts: AppParts): void {
  const { releases, assets, config, shell } = parts;
  app.get('/_shell/site.json', (context) => {
    const { site, records } = releases.compositionFor(null);
    const runs = describeSetup(shell.version, site, config);
    const live = collectClaims(records);
    return context.json({ ...publicSite(releases.site), live, runs }, 200, {
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
  });
  app.get('/_shell/remotes/:name', (context) => {
    const name = context.req.param('name');
    const release = releases.compositionFor(null).refs.find((ref) => ref.name === name);
    const headers = { 'cache-control': 'no-store', 'access-control-allow-origin': '*' };
    return release?.entry
      ? context.json(liveRemote(release), 200, headers)
      : context.json({ error: `${name} has no live release` }, 404, headers);
  });
  app.get('/_shell/composition.json', async (context) => {
    const { composition } = await visitorComposition(context, parts);
    return context.body(composition.document, 200, {
      'content-type': 'application/json',
      'cache-control': 'no-store',
    });
  });
  app.get('/_shell/composition/:file', async (context) => {
    const id = context.req.param('file').replace(/\.json$/, '');
    const composition =
      releases.compositionById(id) ?? (await visitorComposition(context, parts)).composition;
    if (composition.id !== id)
      return context.text('Not found', 404, { 'cache-control': 'no-store' });
    const forAll = composition.id === releases.compositionFor(null).id;
    const caching = `${forAll ? 'public' : 'private'}, max-age=31536000, immutable`;
    return assets.fromText(context, `composition ${id}.json`, {
      text: composition.document,
      caching,
    });
  });
}

function addReports(app: Hono, parts: AppParts): void {
  const { reports, csp } = parts;
  app.post('/_shell/reports', (context) => reports.receive(context));
  app.post(CSP_REPORTS_PATH, (context) => csp.receive(context));
  app.get('/_shell/status', (context) => answerStatus(context, parts));
  app.get('/_shell/day', (context) => answerDay(context, parts));
}

function addPreviewPanel(app: Hono, { previews, releases, store, config, log }: AppParts): void {
  const { proxies, consoleUrl } = config;
  const onSearchCut = () => previewSearchesCut.inc();
  app.route(
    '/_shell/previews',
    previewPanel({ previews, releases, store, proxies, consoleUrl, log, onSearchCut }),
  );
}

function addChanges(app: Hono, { releases }: AppParts): void {
  app.get('/_shell/changes', (context) =>
    streamSSE(context, async (stream) => {
      const stop = releases.onChange(() => void stream.writeSSE({ data: 'changed' }));
      await new Promise<void>((resolve) => stream.onAbort(resolve));
      stop();
    }),
  );
}

function addShellFiles(app: Hono, { config, assets, webFolder, archivedFile }: AppParts): void {
  const builtFile = (context: Context, file: string) => {
    const isReplaced = config.files && hasPicture(config.files, file);
    return isReplaced
      ? assets.fromFolder(context, path.resolve(config.files), { file })
      : assets.fromFolder(context, webFolder, { file, archived: archivedFile });
  };
  app.get('/favicon.ico', (context) => builtFile(context, 'favicon.ico'));
  app.get('/assets/*', (context) => builtFile(context, context.req.path.slice('/assets/'.length)));
}

function addReleaseFiles(
  app: Hono,
  { assets, dev, files, releases, rollbackController }: AppParts,
): void {
  app.get('/remotes/:name/:version/web/*', async (context) => {
    const [, name = '', version = '', file = ''] =
      /^\/remotes\/(mf-[a-z0-9-]+)\/([\w.-]+)\/(web\/[\w./-]+)$/.exec(context.req.path) ?? [];
    if (!name || /(^|\/)\.\.?(\/|$)/.test(`${version}/${file}`))
      return context.text('Not found', 404, { 'cache-control': 'no-store' });
    const onDamage = (why: string) => void rollbackController.damaged(name, version, why);
    const response = await (version === DEV_VERSION
      ? dev.answerFile(context, name, file.slice('web/'.length))
      : assets.fromRelease(context, files, { name, version, file, onDamage }));
    addFilePolicy(context, response, { file, connect: releases.site.owners[name]?.connect });
    return response;
  });
}

/** Adds the policy of a file. A worker may also call the servers of its team; grants change, so its script is not kept then. */
function addFilePolicy(
  { req }: Context,
  { headers }: Response,
  { file, connect }: { file: string; connect: readonly string[] | undefined },
): void {
  const isGranted = connect !== undefined && file.endsWith('.js');
  const isWorker = isGranted && req.header('sec-fetch-dest')?.endsWith('worker');
  headers.set('content-security-policy', filePolicy(file, isWorker ? connect : []));
  if (isGranted) headers.append('vary', 'sec-fetch-dest');
  if (isWorker) headers.set('cache-control', 'no-store');
}
