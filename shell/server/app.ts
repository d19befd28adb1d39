import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Store } from 'registry';
import type { Boot } from '../src/boot';
import { AssetServer, compress, encodingFor } from './assets';
import type { ServerConfig } from './config';
import { robots, sitemap } from './crawlers';
import { criticalFiles, printDocument, type ShellAssets } from './document';
import type { PageRenderer } from './page-renderer';
import type { ReleaseSet } from './release-set';
import { commonHeaders, pageHeaders, scriptOrigins } from './security';

export interface AppParts {
  config: ServerConfig;
  store: Store;
  releases: ReleaseSet;
  renderer: PageRenderer;
  assets: ShellAssets;
  /** Folder with the shell's built files. */
  webFolder: string;
}

/** The site's HTTP server: pages, immutable files, health. */
export function createApp({ config, store, releases, renderer, assets, webFolder }: AppParts): Hono {
  const app = new Hono();
  const files = new AssetServer();

  app.use(async (context, next) => {
    await next();
    for (const [name, value] of commonHeaders) if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  });

  app.get('/healthz', (context) => context.text('ok', 200, { 'cache-control': 'no-store' }));
  app.get('/readyz', (context) => {
    const missing = [...releases.remotes.values()].filter(({ record }) => !record).map(({ ref }) => ref.name);
    const ready = releases.remotes.size > missing.length;
    return context.json({ ready, missing }, ready ? 200 : 503, { 'cache-control': 'no-store' });
  });
  app.get('/robots.txt', (context) => context.text(robots(config.site)));
  app.get('/sitemap.xml', (context) => context.body(sitemap(config.site), 200, { 'content-type': 'application/xml' }));
  app.get('/_shell/releases', (context) => context.json(releases.refs(), 200, { 'cache-control': 'no-store' }));
  if (config.liveReload) {
    app.get('/_shell/changes', (context) =>
      streamSSE(context, async (stream) => {
        const stop = releases.onChange(() => void stream.writeSSE({ data: 'changed' }));
        await new Promise<void>((resolve) => stream.onAbort(resolve));
        stop();
      }),
    );
  }
  app.get('/assets/*', (context) => files.fromFolder(context, webFolder, context.req.path.slice('/assets/'.length)));
  app.get('/remotes/:name/:version/web/*', async (context) => {
    const file = context.req.path.slice('/remotes/'.length);
    const safe = /^mf-[a-z0-9-]+\/[\w.-]+\/web\/[\w./-]+$/.test(file) && !file.includes('..');
    return safe ? files.fromStore(context, store, file) : context.text('Not found', 404, { 'cache-control': 'no-store' });
  });

  app.get('*', async (context) => {
    const { pathname, search } = new URL(context.req.url);
    const tidy = pathname.replace(/\/+$/, '').replace(/^\/+/, '/');
    if (pathname !== '/' && tidy !== pathname) return context.redirect((tidy || '/') + search, 308);
    const page = await renderer.render(pathname, search);
    if (page.location) return context.redirect(page.location, 302);
    const nonce = randomBytes(16).toString('base64url');
    const boot: Boot = {
      site: config.site,
      apiUrl: config.apiUrl,
      releases: releases.refs(),
      rendered: page.mode,
      hydration: { loaderData: page.loaderData },
      now: Date.now(),
    };
    const record = page.owner && releases.remotes.get(page.owner.ref.name)?.record;
    const html = printDocument({
      assets,
      nonce,
      scriptOrigins: scriptOrigins(config),
      liveReload: config.liveReload,
      head: page.head,
      html: page.html,
      boot,
      files: record && page.owner ? criticalFiles(record, page.owner.pattern, config.site.coachSlug) : [],
    });
    for (const [name, value] of pageHeaders(config, nonce)) context.header(name, value, { append: true });
    if (page.head.some((element) => element.tag === 'meta' && element.attributes.name === 'robots'))
      context.header('x-robots-tag', 'noindex');
    context.header('cache-control', 'no-cache');
    context.header('vary', 'accept-encoding');
    context.header('x-composition', composition(boot));
    const encoding = encodingFor(context.req.header('accept-encoding'));
    if (encoding) context.header('content-encoding', encoding);
    const body = await compress(html, encoding);
    return context.body(new Uint8Array(body), page.status as 200, { 'content-type': 'text/html; charset=utf-8' });
  });
  app.all('*', (context) => context.text('Method not allowed', 405, { allow: 'GET, HEAD' }));
  app.onError((error, context) => {
    console.error(error);
    return context.text('Something went wrong. Please try again.', 500, { 'cache-control': 'no-store' });
  });
  return app;
}

const composition = ({ releases }: Boot) => releases.map(({ name, version }) => `${name}@${version || 'missing'}`).join(', ');
