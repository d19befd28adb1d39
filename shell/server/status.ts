import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { AssetServer } from './assets';
import type { ServerConfig } from './config';
import type { Health } from './health/health';
import type { Referee } from './health/referee';
import { printMetrics } from './metrics';
import type { PageRenderer } from './page-renderer';
import type { ReleaseSet } from './releases/release-set';

export interface StatusParts {
  config: ServerConfig;
  releases: ReleaseSet;
  renderer: PageRenderer;
  health: Health;
  referee: Referee;
  assets: AssetServer;
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const started = Date.now();

/** Everything an operator asks of a running shell. */
function statusOf({ releases, renderer, health, referee, assets }: Omit<StatusParts, 'config'>) {
  const { live, readAt, deviations } = releases;
  return {
    uptimeSeconds: Math.round((Date.now() - started) / 1000),
    memoryBytes: process.memoryUsage().rss,
    revision: live.revision,
    /** Since the store answered last, or since the start where it never did; more than a few seconds means that it does not. */
    storeLagSeconds: Math.round((Date.now() - (readAt || started)) / 100) / 10,
    remotes: live.remotes,
    /** Remotes that are not served at the release that their pointer names, and why. */
    deviations,
    /** What came of releases that seemed to fail. */
    findings: [...referee.findings].map(([key, count]) => {
      const [remote = '', finding = ''] = key.split(' ');
      return { remote, finding, count };
    }),
    pageCache: { hits: renderer.hits, misses: renderer.misses },
    assetCacheBytes: assets.size,
    releases: health.all().map(({ remote, version, total, vitals }) => ({
      remote,
      version,
      ...total,
      vitals: Object.fromEntries(Object.entries(vitals).map(([name, { sum, count }]) => [name, { mean: sum / count, count }])),
    })),
  };
}

export type Status = ReturnType<typeof statusOf>;

/** Whether a request brings the operator's token. */
function knowsToken(context: Context, { statusToken }: ServerConfig): boolean {
  const [, token = ''] = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '') ?? [];
  return statusToken !== '' && timingSafeEqual(digest(token), digest(statusToken));
}

/** Answers whoever knows the token; to all others the page does not exist. */
export const answerStatus = (context: Context, parts: StatusParts): Response =>
  knowsToken(context, parts.config) ? printStatus(context, parts) : context.text('Not found', 404, { 'cache-control': 'no-store' });

/** The answer for whoever may see it. */
export function printStatus(context: Context, { config: _, ...parts }: StatusParts): Response {
  const status = statusOf(parts);
  const wantsText = context.req.query('format') === 'prometheus' || /^text\/plain|openmetrics/.test(context.req.header('accept') ?? '');
  const headers = { 'cache-control': 'no-store' };
  return wantsText
    ? context.text(printMetrics(status), 200, { ...headers, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
    : context.json(status, 200, headers);
}
