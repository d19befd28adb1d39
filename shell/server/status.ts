import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { AssetServer } from './assets';
import type { ServerConfig } from './config';
import type { CspReports } from './csp-reports';
import type { Health } from './health/health';
import type { PageRenderer } from './page-renderer';
import type { ReleaseSet } from './release-set';
import { isLocal } from './visitor';

interface StatusParts {
  config: ServerConfig;
  releases: ReleaseSet;
  renderer: PageRenderer;
  health: Health;
  assets: AssetServer;
  csp: CspReports;
}

const digest = (text: string) => createHash('sha256').update(text).digest();
const started = Date.now();

/** Everything an operator asks of a running shell. */
function statusOf({ releases, renderer, health, assets, csp }: Omit<StatusParts, 'config'>) {
  const { live, readAt, deviations } = releases;
  return {
    uptimeSeconds: Math.round((Date.now() - started) / 1000),
    memoryBytes: process.memoryUsage().rss,
    revision: live.revision,
    /** Since the store answered last; more than a few seconds means that it does not. */
    storeLagSeconds: readAt ? Math.round((Date.now() - readAt) / 100) / 10 : null,
    remotes: live.remotes,
    /** Remotes that are not served at the release that their pointer names, and why. */
    deviations: [...deviations.values()],
    pageCache: { hits: renderer.hits, misses: renderer.misses },
    assetCacheBytes: assets.size,
    rendering: renderer.stats(),
    csp: { stopped: csp.all(), refusedReports: csp.refused },
    releases: health.all().map(({ remote, version, total, vitals }) => ({
      remote,
      version,
      ...total,
      vitals: Object.fromEntries(Object.entries(vitals).map(([name, { sum, count }]) => [name, { mean: sum / count, count }])),
    })),
  };
}

type Status = ReturnType<typeof statusOf>;

/** The same in Prometheus' text format. */
function printMetrics(status: Status): string {
  const lines: string[] = [];
  const metric = (name: string, type: 'gauge' | 'counter', help: string, values: [Record<string, string>, number][]) => {
    lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`);
    for (const [labels, value] of values) {
      const inner = Object.entries(labels).map(([label, text]) => `${label}="${text.replace(/["\\\n]/g, '_')}"`);
      lines.push(`${name}${inner.length > 0 ? `{${inner.join(',')}}` : ''} ${value}`);
    }
  };
  const perRelease = (pick: (release: Status['releases'][number]) => number): [Record<string, string>, number][] =>
    status.releases.map((release) => [{ remote: release.remote, release: release.version }, pick(release)]);
  metric('carry_uptime_seconds', 'gauge', 'Seconds since the shell started.', [[{}, status.uptimeSeconds]]);
  metric('carry_memory_bytes', 'gauge', 'Resident memory of the shell.', [[{}, status.memoryBytes]]);
  metric('carry_live_revision', 'gauge', 'Revision of the live document that is served.', [[{}, status.revision]]);
  metric('carry_store_lag_seconds', 'gauge', 'Seconds since the release store answered.', [[{}, status.storeLagSeconds ?? -1]]);
  const lives = Object.entries(status.remotes).map(([remote, { version }]): [Record<string, string>, number] => [
    { remote, release: version },
    1,
  ]);
  metric('carry_live_release', 'gauge', 'The live release of each remote.', lives);
  metric('carry_deviating_remotes', 'gauge', 'Remotes not served at their live release.', [[{}, status.deviations.length]]);
  metric('carry_page_cache_hits_total', 'counter', 'Pages answered from the cache.', [[{}, status.pageCache.hits]]);
  metric('carry_page_cache_misses_total', 'counter', 'Pages rendered.', [[{}, status.pageCache.misses]]);
  metric(
    'carry_csp_violations_total',
    'counter',
    'What the content security policy stopped, as browsers report it.',
    status.csp.stopped.map(({ directive, blocked, count }) => [{ directive, blocked }, count]),
  );
  metric('carry_csp_reports_refused_total', 'counter', 'Reports that were malformed or too many.', [[{}, status.csp.refusedReports]]);
  const { live, preview } = status.rendering;
  const perPool = (name: string, type: 'gauge' | 'counter', help: string, pick: (pool: typeof live) => number) =>
    metric(name, type, help, [
      [{ pool: 'live' }, pick(live)],
      [{ pool: 'preview' }, pick(preview)],
    ]);
  perPool('carry_render_processes', 'gauge', 'Processes that render.', (pool) => pool.processes);
  perPool('carry_render_releases', 'gauge', 'Releases whose code they hold.', (pool) => pool.releases);
  perPool('carry_render_confined_releases', 'gauge', 'Releases in a process apart after a failure.', (pool) => pool.confined);
  perPool('carry_render_memory_bytes', 'gauge', 'Resident memory of the render processes.', (pool) => pool.memoryBytes);
  perPool('carry_render_queue', 'gauge', 'Pages that wait for a process.', (pool) => pool.queued);
  perPool('carry_render_process_starts_total', 'counter', 'Render processes started.', (pool) => pool.starts);
  perPool('carry_render_process_stops_total', 'counter', 'Render processes ended.', (pool) => pool.stops);
  perPool('carry_render_evictions_total', 'counter', 'Idle releases that made room for others.', (pool) => pool.evictions);
  perPool('carry_render_moved_total', 'counter', 'Pages rendered again in another process.', (pool) => pool.moved);
  perPool('carry_renders_given_up_total', 'counter', 'Pages that waited too long, or that nobody waits for.', (pool) => pool.givenUp);
  metric(
    'carry_rendered_total',
    'counter',
    'Pages rendered of a release.',
    perRelease(({ rendered }) => rendered),
  );
  metric(
    'carry_render_failures_total',
    'counter',
    'Pages that a release failed to render.',
    perRelease(({ renderFailed }) => renderFailed),
  );
  metric(
    'carry_render_seconds_total',
    'counter',
    'Time spent rendering a release.',
    perRelease(({ renderMs }) => renderMs / 1000),
  );
  metric(
    'carry_page_uses_total',
    'counter',
    'Pages that reported to hold a release.',
    perRelease(({ used }) => used),
  );
  for (const kind of ['load', 'render', 'rejection'] as const) {
    metric(
      `carry_page_${kind}_failures_total`,
      'counter',
      `Pages that reported a ${kind} failure.`,
      perRelease((release) => release[kind]),
    );
  }
  return `${lines.join('\n')}\n`;
}

/** Answers on this machine, or to whoever knows the token; to all others the page does not exist. */
export function answerStatus(context: Context, { config, ...parts }: StatusParts): Response {
  const [, token = ''] = /^Bearer (.+)$/.exec(context.req.header('authorization') ?? '') ?? [];
  const knows = config.statusToken !== '' && timingSafeEqual(digest(token), digest(config.statusToken));
  if (!knows && !isLocal(context)) return context.text('Not found', 404, { 'cache-control': 'no-store' });
  const status = statusOf(parts);
  const wantsText = context.req.query('format') === 'prometheus' || /^text\/plain|openmetrics/.test(context.req.header('accept') ?? '');
  const headers = { 'cache-control': 'no-store' };
  return wantsText
    ? context.text(printMetrics(status), 200, { ...headers, 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
    : context.json(status, 200, headers);
}
