import type { Context } from 'hono';
import { inSpan } from 'server-kit/tracing';
import type { RefusedPreview } from '../../universal/page/boot';
import type { ServerConfig } from '../config/config';
import { pageEncodingFor } from '../files/assets';
import type { ShellAssets } from '../files/shell-assets';
import type { ReportReceiver } from '../health/reports';
import { randomId } from '../http/random-id';
import { redirect } from '../http/redirect';
import { pageHeaders } from '../http/security';
import { visitorId } from '../http/visitor';
import { flagExposures } from '../monitoring/metrics';
import { enterFlagOverrides, isFlagLink, readFlagOverrides } from '../releases/flag-overrides';
import type { PreviewResolver } from '../releases/preview-resolver';
import type { ReleaseSet } from '../releases/release-set';
import { hintMeanwhile } from './early-hints';
import { getPageHeaders } from './page-headers';
import { grantedFrames, type PagePrinter, type PageView } from './print/print-page';
import type { PageRenderer, RenderedPage } from './render/page-renderer';
import { spellAsRoute } from './route-case';

const RETRY_AFTER_S = '5';

export interface PageParts {
  config: ServerConfig;
  releases: ReleaseSet;
  renderer: PageRenderer;
  previews: PreviewResolver;
  reports: ReportReceiver;
  shell: ShellAssets;
  printer: PagePrinter;
  hints: string[];
}

export async function visitorComposition(
  context: Context,
  { config, releases, previews }: Pick<PageParts, 'config' | 'releases' | 'previews'>,
) {
  const { previews: opened, records, local } = await previews.of(context);
  const visitor = releases.needsVisitor() ? visitorId(context) : null;
  const composition = releases.compositionFor(visitor, records, local);
  const overrides = config.previews === 'off' ? new Map() : readFlagOverrides(context);
  const flags = releases.flagsFor(composition, visitor, overrides);
  return { previews: opened, composition, flags, isFlagChosen: overrides.size > 0 };
}

export const answerPage = async (context: Context, parts: PageParts): Promise<Response> =>
  (await answerLink(context, parts)) ?? (await showPage(context, parts));

/** Answers links with slashes too many, a preview or a flag; null: any other link. */
async function answerLink(context: Context, parts: PageParts): Promise<Response | null> {
  const { pathname, search, searchParams } = new URL(context.req.url);
  const normalized = pathname.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
  if (pathname !== '/' && normalized !== pathname)
    return redirect(context, (normalized || '/') + search, 308);
  const token = searchParams.get('preview');
  if (token !== null) {
    const entered = await parts.previews.enter(context, token);
    return entered instanceof Response ? entered : refusePreview(context, parts, entered);
  }
  const overrides = searchParams.getAll('flag').filter(isFlagLink);
  if (overrides.length > 0 && parts.config.previews !== 'off')
    return enterFlagOverrides(context, overrides);
  return null;
}

async function showPage(context: Context, parts: PageParts): Promise<Response> {
  const started = performance.now();
  const { pathname, search } = new URL(context.req.url);
  const requestId: string = context.get('requestId');
  const { previews, composition, flags, isFlagChosen } = await visitorComposition(context, parts);
  if (composition.isEmpty) return refuseEmpty(context);
  const isMeasured = previews.length === 0 && !isFlagChosen; // the others differ from what visitors get
  const pending = inSpan('page', {}, async (span) => {
    const shown = previews.filter(({ state }) => state === 'on'); // without one, the page is the live one, which is cached
    const { signal } = context.req.raw;
    const visit = { previews: shown, signal, requestId, flags, isFlagChosen };
    const result = await parts.renderer.render({ pathname, search }, composition, visit);
    span.setAttributes({
      'carry.page.cache': result.outcome,
      'carry.page.mode': result.mode,
      ...(result.owner && {
        'carry.release': `${result.owner.ref.name}@${result.owner.ref.version}`,
        'carry.page.route': result.owner.pattern,
      }),
    });
    return result;
  });
  const page = await hintMeanwhile(context, parts.hints, pending);
  if (page.location) return redirect(context, page.location, 302);
  const spelled = page.owner ? spellAsRoute(pathname, page.owner.pattern) : pathname;
  if (spelled !== pathname) return redirect(context, spelled + search, 308);
  const rendered = performance.now();
  const view: PageView = {
    page,
    pathname,
    search,
    composition,
    previews,
    nonce: randomId(16),
    requestId,
    flags,
    token: isMeasured ? createReportToken(parts, { page, composition, flags }) : null,
  };
  if (isMeasured) countExposures(parts.releases, view);
  if (view.token && page.owner) parts.reports.sent(context, view.token, page.owner.ref);
  const body = await printBody(context, parts, view);
  context.header(
    'server-timing',
    printTimings(page, rendered - started, performance.now() - started),
  );
  return context.body(body, page.status as 200);
}

/** Answers for a site without a page. A 404 would remove its pages from search engines. */
export const refuseEmpty = (context: Context): Response =>
  context.text("This site isn't available right now. Please try again in a moment.", 503, {
    'cache-control': 'no-store',
    'retry-after': RETRY_AFTER_S,
  });

type TokenPage = Pick<PageView, 'page' | 'composition' | 'flags'>;

/** Returns the token with which a page reports; null if the page is not sampled. */
function createReportToken(
  { config, releases, reports }: Pick<PageParts, 'config' | 'releases' | 'reports'>,
  { page, composition, flags }: TokenPage,
): string | null {
  if (!releases.hasCanary() && Math.random() >= config.reportShare) return null;
  const variants = [...composition.records].flatMap(([remote, record]) =>
    releases
      .getExposures(record, flags)
      .map(({ flag, isOn }) => `${remote} ${flag} ${isOn ? 'on' : 'off'}`),
  );
  const failedOwner = page.failed && page.owner ? [page.owner.ref.name] : [];
  const failed = [...new Set([...failedOwner, ...(page.failedSlots ?? [])])];
  return reports.newView(composition.refs, { route: page.owner?.pattern ?? '', variants, failed });
}

function countExposures(releases: ReleaseSet, { page, composition, flags }: PageView): void {
  const remote = page.owner?.ref.name ?? '';
  for (const { flag, isOn } of releases.getExposures(composition.records.get(remote), flags))
    flagExposures.inc({ remote, flag, value: isOn ? 'on' : 'off' });
}

async function refusePreview(
  context: Context,
  parts: PageParts,
  refused: RefusedPreview,
): Promise<Response> {
  const { pathname, search } = new URL(context.req.url);
  const requestId: string = context.get('requestId');
  const composition = parts.releases.compositionFor(null);
  const visit = { refusedPreview: refused, signal: context.req.raw.signal, requestId };
  const page = await parts.renderer.renderRefusedPreview(pathname, composition, visit);
  const nonce = randomId(16);
  const flags = {};
  const shown = { page, pathname, search, composition, previews: [], flags };
  const view = { ...shown, nonce, requestId, token: createReportToken(parts, shown) };
  const body = await printBody(context, parts, view);
  context.header('cache-control', 'no-store');
  return context.body(body, page.status as 200);
}

async function printBody(
  context: Context,
  { printer, config }: PageParts,
  view: PageView,
): Promise<Uint8Array<ArrayBuffer>> {
  const encoding = pageEncodingFor(context.req.header('accept-encoding'));
  const body = await printer.print(view, encoding);
  const { page, composition } = view;
  const remote = page.owner?.ref.name ?? '';
  const needs = {
    ...composition.getNeeds(remote),
    inlineStyles: page.inlineStyles,
    frames: grantedFrames(view),
  };
  const thirdParties = composition.listThirdParties(remote);
  for (const [name, value] of pageHeaders(
    config,
    { nonce: view.nonce, thirdParties, local: composition.local.map(({ origin }) => origin) },
    needs,
  ))
    context.header(name, value, { append: true });
  for (const [name, value] of Object.entries(getPageHeaders(view))) context.header(name, value);
  if (encoding) context.header('content-encoding', encoding);
  return new Uint8Array(body);
}

const printTimings = ({ outcome, mode }: RenderedPage, renderMs: number, totalMs: number) =>
  [
    phase('render', renderMs),
    `cache;desc=${outcome}`,
    `mode;desc=${mode}`,
    phase('total', totalMs),
  ].join(', ');
const phase = (name: string, ms: number) => `${name};dur=${ms.toFixed(1)}`;
