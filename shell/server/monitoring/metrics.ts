import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { loggedEvents } from 'server-kit/log';
import { droppedLines } from 'server-kit/output';
import type { Status } from './status';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const measured = new Registry();

export const requestSeconds = new Histogram({
  name: 'carry_request_seconds',
  help: 'Request duration in seconds.',
  labelNames: ['route', 'status'] as const,
  buckets: SECONDS,
  registers: [measured],
});

export const apiResponsesTooLarge = new Counter({
  name: 'carry_render_responses_too_large_total',
  help: 'API responses above the size limit of a read, so that a page was rendered without them, or stays stale.',
  registers: [measured],
});

export const sitemapsCut = new Counter({
  name: 'carry_sitemaps_cut_total',
  help: 'Sitemaps that left paths of the API out.',
  registers: [measured],
});

export const previewSearchesCut = new Counter({
  name: 'carry_preview_searches_cut_total',
  help: 'Searches for the author of a preview that left out older entries of the audit log.',
  registers: [measured],
});

export const flagExposures = new Counter({
  name: 'carry_flag_exposures_total',
  help: 'Pages sent while a feature flag of their remote was on for a share of the visitors, by its value.',
  labelNames: ['remote', 'flag', 'value'] as const,
  registers: [measured],
});

new Counter({
  name: 'carry_log_lines_dropped_total',
  help: 'Log lines that could not be written.',
  registers: [measured],
  collect() {
    this.reset();
    this.inc(droppedLines());
  },
});

new Counter({
  name: 'carry_events_total',
  help: 'Security events in the log, by code.',
  labelNames: ['code'] as const,
  registers: [measured],
  collect() {
    this.reset();
    for (const [code, times] of loggedEvents()) this.inc({ code }, times);
  },
});

type Values = [Record<string, string>, number][];
type Metric = Record<'gauge' | 'counter', (name: string, help: string, values: Values) => void>;

type Pool = Status['rendering']['live'];
const ofPools: [name: string, type: 'gauge' | 'counter', help: string, member: keyof Pool][] = [
  ['carry_render_processes', 'gauge', 'Render processes.', 'processes'],
  ['carry_render_releases', 'gauge', 'Releases loaded in render processes.', 'releases'],
  [
    'carry_render_isolated_releases',
    'gauge',
    'Releases isolated in their own process after a failure.',
    'isolated',
  ],
  ['carry_render_memory_bytes', 'gauge', 'Resident memory of the render processes.', 'memoryBytes'],
  ['carry_render_queue', 'gauge', 'Pages waiting for a render process.', 'queued'],
  ['carry_render_process_starts_total', 'counter', 'Render processes started.', 'starts'],
  ['carry_render_process_stops_total', 'counter', 'Render processes ended.', 'stops'],
  ['carry_render_evictions_total', 'counter', 'Idle releases evicted from a process.', 'evictions'],
  ['carry_render_moved_total', 'counter', 'Pages rendered again in another process.', 'moved'],
  [
    'carry_renders_given_up_total',
    'counter',
    'Pages sent without their HTML though they did not fail: too many pages, no process, no code from the store, or a paused release.',
    'givenUp',
  ],
];

function printPools(metric: Metric, { live, preview }: Status['rendering']): void {
  for (const [name, type, help, member] of ofPools)
    metric[type](name, help, [
      [{ pool: 'live' }, live[member]],
      [{ pool: 'preview' }, preview[member]],
    ]);
}

function createMetrics(registry: Registry): Metric {
  // a metric without values needs a label, or it would export a 0
  const getLabels = (values: Values) => (values[0] ? Object.keys(values[0][0]) : ['none']);
  return {
    gauge(name, help, values) {
      const gauge = new Gauge({ name, help, labelNames: getLabels(values), registers: [registry] });
      for (const [labels, value] of values) gauge.set(labels, value);
    },
    counter(name, help, values) {
      const labelNames = getLabels(values);
      const counter = new Counter({ name, help, labelNames, registers: [registry] });
      for (const [labels, value] of values) counter.inc(labels, value);
    },
  };
}

function printShell(metric: Metric, status: Status): void {
  const lives = Object.entries(status.remotes).map(([remote, { version }]): Values[number] => [
    { remote, release: version },
    1,
  ]);

  metric.gauge('carry_uptime_seconds', 'Seconds since the shell started.', [
    [{}, status.uptimeSeconds],
  ]);
  metric.gauge('carry_memory_bytes', 'Resident memory of the shell.', [[{}, status.memoryBytes]]);
  metric.gauge('carry_live_revision', 'Revision of the live.json in use.', [[{}, status.revision]]);
  metric.gauge(
    'carry_store_lag_seconds',
    'Seconds since the release store responded, or since the start.',
    [[{}, status.storeLagSeconds]],
  );
  metric.gauge(
    'carry_store_refused',
    '1 while the release store refuses this site for good, so that retries cannot help.',
    [[{}, status.storeRefusal ? 1 : 0]],
  );
  metric.gauge(
    'carry_reports_shared',
    '1 while sites share page reports, 0 while Redis is unreachable.',
    [[{}, status.reports === 'lost' ? 0 : 1]],
  );
  metric.gauge('carry_live_release', 'The live release of each remote.', lives);
  metric.gauge('carry_deviating_remotes', 'Remotes whose live release or canary is not served.', [
    [{}, new Set(status.deviations.map(({ remote }) => remote)).size],
  ]);
  metric.gauge(
    'carry_unsigned_entries_ignored',
    'Release store entries ignored for lack of a trusted signature.',
    [[{}, status.ignoredEntries.length]],
  );
  metric.counter(
    'carry_shell_decisions_total',
    'Decisions on failing releases. Only rollbacks and canary aborts move a pointer.',
    status.decisions.map(({ remote, decision, count }) => [{ remote, decision }, count]),
  );
}

function printPageCache(metric: Metric, { pageCache }: Status): void {
  metric.counter('carry_page_cache_hits_total', 'Pages served from the cache.', [
    [{}, pageCache.hit],
  ]);
  metric.counter(
    'carry_page_cache_stale_total',
    'Stale pages served from the cache while revalidating.',
    [[{}, pageCache.stale]],
  );
  metric.counter('carry_page_cache_misses_total', 'Pages rendered.', [[{}, pageCache.miss]]);
}

function printPolicy(metric: Metric, { csp }: Status): void {
  const stopped = csp.stopped.map(({ directive, blocked, count }): Values[number] => [
    { directive, blocked },
    count,
  ]);
  metric.counter(
    'carry_csp_violations_total',
    'Content security policy violations reported by browsers.',
    stopped,
  );
  metric.counter(
    'carry_csp_reports_refused_total',
    'CSP reports refused: malformed or over the rate limit.',
    [[{}, csp.refusedReports]],
  );
}

function printFrame(metric: Metric, { frameFailures }: Status): void {
  metric.counter('carry_frame_failures_total', 'Pages whose frame failed in a browser.', [
    [{}, frameFailures],
  ]);
}

function printReleases(metric: Metric, { releases }: Status): void {
  const perRelease = (pick: (release: Status['releases'][number]) => number): Values =>
    releases.map((release) => [
      { remote: release.remote, release: release.version },
      pick(release),
    ]);
  const rendered = perRelease((release) => release.rendered);
  metric.counter('carry_rendered_total', 'Pages rendered, by release.', rendered);
  const renderFailed = perRelease((release) => release.renderFailed);
  metric.counter(
    'carry_render_failures_total',
    'Pages that failed to render, by release.',
    renderFailed,
  );
  const seconds = perRelease(({ renderMs }) => renderMs / 1000);
  metric.counter('carry_render_seconds_total', 'Seconds spent rendering, by release.', seconds);
  const used = perRelease((release) => release.used);
  metric.counter('carry_page_uses_total', 'Pages that reported a loaded release.', used);
  for (const kind of ['load', 'render', 'rejection'] as const) {
    const failures = perRelease((release) => release[kind]);
    metric.counter(
      `carry_page_${kind}_failures_total`,
      `Pages that reported a ${kind} failure.`,
      failures,
    );
  }
  const perVariant = (pick: (numbers: Status['releases'][number]['variants'][string]) => number) =>
    releases.flatMap(({ remote, version, variants }) =>
      Object.entries(variants).map(([variant, numbers]): Values[number] => {
        const [flag = '', value = ''] = variant.split(' ');
        return [{ remote, release: version, flag, value }, pick(numbers)];
      }),
    );
  metric.counter(
    'carry_flag_page_uses_total',
    'Pages that reported a loaded release, by the value of a feature flag that goes to a share.',
    perVariant(({ used }) => used),
  );
  metric.counter(
    'carry_flag_page_failures_total',
    'Failures that pages reported, by the value of a feature flag that goes to a share.',
    perVariant(({ failed }) => failed),
  );
}

export async function printMetrics(status: Status): Promise<string> {
  const counted = new Registry();
  const metric = createMetrics(counted);
  printShell(metric, status);
  printPageCache(metric, status);
  printPolicy(metric, status);
  printFrame(metric, status);
  printPools(metric, status.rendering);
  printReleases(metric, status);
  return Registry.merge([counted, measured]).metrics();
}
