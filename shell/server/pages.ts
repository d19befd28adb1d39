import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import type { Boot } from '../universal/boot';
import { notFoundHead } from '../universal/head/head-tags';
import { compress, encodingFor } from './assets';
import type { Composition } from './composition';
import type { ServerConfig } from './config';
import { criticalFiles, printDocument } from './document';
import type { ReportReceiver } from './health/reports';
import type { PageRenderer } from './page-renderer';
import type { PreviewResolver } from './preview-resolver';
import type { ReleaseSet } from './releases/release-set';
import { pageHeaders, scriptOrigins } from './security';
import type { ShellAssets } from './shell-assets';
import { visitorId } from './visitor';

export interface PageParts {
  config: ServerConfig;
  releases: ReleaseSet;
  renderer: PageRenderer;
  previews: PreviewResolver;
  reports: ReportReceiver;
  shell: ShellAssets;
}

/** The releases that this visitor gets: what is live, their canaries, their previews. */
export async function visitorComposition(
  context: Context,
  { releases, previews }: Pick<PageParts, 'releases' | 'previews'>,
) {
  const { active, records, local } = await previews.of(context);
  const visitor = releases.hasCanary() ? visitorId(context) : null;
  return { active, composition: releases.compositionFor(visitor, records, local) };
}

/** Answers a request for a page. */
export async function answerPage(context: Context, parts: PageParts): Promise<Response> {
  const { config, releases, renderer, reports, shell } = parts;
  const started = performance.now();
  const { pathname, search, searchParams } = new URL(context.req.url);
  const tidy = pathname.replace(/\/+$/, '').replace(/^\/+/, '/');
  if (pathname !== '/' && tidy !== pathname) return context.redirect((tidy || '/') + search, 308);
  const token = searchParams.get('preview');
  if (token !== null) return parts.previews.enter(context, token);

  const { active, composition } = await visitorComposition(context, parts);
  const page = await renderer.render(pathname, search, composition, {
    previews: active,
    signal: context.req.raw.signal,
  });
  const rendered = performance.now();
  if (page.location) return context.redirect(page.location, 302);
  const nonce = randomBytes(16).toString('base64url');
  const sampled = releases.hasCanary() || Math.random() < config.reportShare;
  const boot: Boot = {
    site: composition.site,
    apiUrl: config.apiUrl,
    own: page.owner?.ref ?? null,
    composition: {
      url: `/_shell/composition/${composition.id}.json`,
      integrity: composition.integrity,
    },
    previews: active,
    menu: composition.menu,
    scriptOrigins: scriptOrigins(config),
    suggestion: page.owner ? null : composition.suggest(pathname),
    rendered: page.mode,
    hydration: { loaderData: page.loaderData },
    now: Date.now(),
    renderedAt: page.renderedAt,
    local: composition.local,
    view: sampled ? reports.newView() : null,
    inspector: config.previews !== 'off',
  };
  const head = page.owner
    ? page.head
    : notFoundHead(composition.site, pathname, composition.menu.head);
  const record = page.owner && composition.records.get(page.owner.ref.name);
  const html = printDocument({
    assets: shell,
    nonce,
    scriptOrigins: [...boot.scriptOrigins, ...composition.local],
    development: config.development,
    head,
    html: page.html,
    boot,
    files: record && page.owner ? criticalFiles(record, page.owner.pattern, composition.site) : [],
  });
  for (const [name, value] of pageHeaders(config, nonce, composition.local))
    context.header(name, value, { append: true });
  const unlisted =
    active.length > 0 ||
    head.some((element) => element.tag === 'meta' && element.attributes['name'] === 'robots');
  if (unlisted) context.header('x-robots-tag', 'noindex');
  context.header('cache-control', active.length > 0 ? 'no-store' : 'private, no-cache'); // a nonce is for one visitor: decision 0026
  context.header('vary', 'accept-encoding, cookie');
  if (page.staleSeconds !== null) context.header('x-carry-stale', String(page.staleSeconds));
  context.header('x-composition', printComposition(composition));
  const encoding = encodingFor(context.req.header('accept-encoding'));
  if (encoding) context.header('content-encoding', encoding);
  const body = await compress(html, encoding);
  const phase = (name: string, ms: number) => `${name};dur=${ms.toFixed(1)}`;
  const total = performance.now() - started;
  context.header(
    'server-timing',
    [
      phase('render', rendered - started),
      `cache;desc=${page.outcome}`,
      `mode;desc=${page.mode}`,
      phase('total', total),
    ].join(', '),
  );
  return context.body(new Uint8Array(body), page.status as 200, {
    'content-type': 'text/html; charset=utf-8',
  });
}

const printComposition = ({ refs }: Composition) =>
  refs.map(({ name, version }) => `${name}@${version || 'missing'}`).join(', ');
