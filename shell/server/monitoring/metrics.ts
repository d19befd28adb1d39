import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { droppedLines } from 'server-kit/output';
import type { Status } from './status';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const measured = new Registry();

/** How long requests took, pages all together, the others by the pattern of their path. */
export const requestSeconds = new Histogram({
  name: 'carry_request_seconds',
  help: 'How long requests took.',
  labelNames: ['route', 'status'] as const,
  buckets: SECONDS,
  registers: [measured],
});

new Counter({
  name: 'carry_log_lines_dropped_total',
  help: 'Lines of the log that could not be written.',
  registers: [measured],
  collect() {
    this.reset();
    this.inc(droppedLines());
  },
});

type Values = [Record<string, string>, number][];
type Metric = (name: string, type: 'gauge' | 'counter', help: string, values: Values) => void;

type Pool = Status['rendering']['live'];
const ofPools: [name: string, type: 'gauge' | 'counter', help: string, member: keyof Pool][] = [
  ['carry_render_processes', 'gauge', 'Processes that render.', 'processes'],
  ['carry_render_releases', 'gauge', 'Releases whose code they hold.', 'releases'],
  [
    'carry_render_confined_releases',
    'gauge',
    'Releases in a process apart after a failure.',
    'confined',
  ],
  ['carry_render_memory_bytes', 'gauge', 'Resident memory of the render processes.', 'memoryBytes'],
  ['carry_render_queue', 'gauge', 'Pages that wait for a process.', 'queued'],
  ['carry_render_process_starts_total', 'counter', 'Render processes started.', 'starts'],
  ['carry_render_process_stops_total', 'counter', 'Render processes ended.', 'stops'],
  [
    'carry_render_evictions_total',
    'counter',
    'Idle releases that made room for others.',
    'evictions',
  ],
  ['carry_render_moved_total', 'counter', 'Pages rendered again in another process.', 'moved'],
  [
    'carry_renders_given_up_total',
    'counter',
    'Pages that waited too long, or that nobody waits for.',
    'givenUp',
  ],
];

function printPools(metric: Metric, { live, preview }: Status['rendering']): void {
  for (const [name, type, help, member] of ofPools)
    metric(name, type, help, [
      [{ pool: 'live' }, live[member]],
      [{ pool: 'preview' }, preview[member]],
    ]);
}

/** Adds metrics to a registry, each with what it is now. */
function metricsOf(registry: Registry): Metric {
  return (name, type, help, values) => {
    // one that counted nothing yet is named all the same: with a label, or it would count as 0
    const labelNames = values[0] ? Object.keys(values[0][0]) : ['none'];
    const about = { name, help, labelNames, registers: [registry] };
    if (type === 'gauge') {
      const gauge = new Gauge(about);
      for (const [labels, value] of values) gauge.set(labels, value);
    } else {
      const counter = new Counter(about);
      for (const [labels, value] of values) counter.inc(labels, value);
    }
  };
}

/** What the shell is doing, and what it follows. */
function printShell(metric: Metric, status: Status): void {
  const lives = Object.entries(status.remotes).map(([remote, { version }]): Values[number] => [
    { remote, release: version },
    1,
  ]);

  metric('carry_uptime_seconds', 'gauge', 'Seconds since the shell started.', [
    [{}, status.uptimeSeconds],
  ]);
  metric('carry_memory_bytes', 'gauge', 'Resident memory of the shell.', [
    [{}, status.memoryBytes],
  ]);
  metric('carry_live_revision', 'gauge', 'Revision of the live document that is served.', [
    [{}, status.revision],
  ]);
  metric(
    'carry_store_lag_seconds',
    'gauge',
    'Seconds since the release store answered, or since the start.',
    [[{}, status.storeLagSeconds]],
  );
  metric(
    'carry_store_refused',
    'gauge',
    'Whether the release store refuses this site for good, so that retries cannot help.',
    [[{}, status.storeRefusal ? 1 : 0]],
  );
  metric(
    'carry_reports_shared',
    'gauge',
    'Whether pages of all sites are judged together: 0 while Redis cannot be reached.',
    [[{}, status.reports === 'lost' ? 0 : 1]],
  );
  metric('carry_live_release', 'gauge', 'The live release of each remote.', lives);
  metric('carry_deviating_remotes', 'gauge', 'Remotes not served at their live release.', [
    [{}, status.deviations.length],
  ]);
  metric(
    'carry_unsigned_entries_ignored',
    'gauge',
    'Entries of the release store that this site ignores because nobody who may has signed them.',
    [[{}, status.ignoredEntries.length]],
  );
  metric(
    'carry_shell_findings_total',
    'counter',
    'What this shell found of releases that seemed to fail: rollback and canary abort moved a pointer, the others nothing.',
    status.findings.map(({ remote, finding, count }) => [{ remote, finding }, count]),
  );
}

function printPageCache(metric: Metric, { pageCache }: Status): void {
  metric('carry_page_cache_hits_total', 'counter', 'Pages answered from the cache.', [
    [{}, pageCache.hit],
  ]);
  metric(
    'carry_page_cache_stale_total',
    'counter',
    'Pages answered from the cache although they should have been renewed by then.',
    [[{}, pageCache.stale]],
  );
  metric('carry_page_cache_misses_total', 'counter', 'Pages rendered.', [[{}, pageCache.miss]]);
}

/** What browsers were stopped from doing. */
function printPolicy(metric: Metric, { csp }: Status): void {
  const stopped = csp.stopped.map(({ directive, blocked, count }): Values[number] => [
    { directive, blocked },
    count,
  ]);
  metric(
    'carry_csp_violations_total',
    'counter',
    'What the content security policy stopped, as browsers report it.',
    stopped,
  );
  metric('carry_csp_reports_refused_total', 'counter', 'Reports that were malformed or too many.', [
    [{}, csp.refusedReports],
  ]);
}

/** What belongs to no release. */
function printFrame(metric: Metric, { frameFailures }: Status): void {
  metric('carry_frame_failures_total', 'counter', 'Pages whose frame failed in a browser.', [
    [{}, frameFailures],
  ]);
}

/** How each release fares: what the shell rendered of it, and what pages report. */
function printReleases(metric: Metric, { releases }: Status): void {
  const perRelease = (pick: (release: Status['releases'][number]) => number): Values =>
    releases.map((release) => [
      { remote: release.remote, release: release.version },
      pick(release),
    ]);
  const rendered = perRelease((release) => release.rendered);
  metric('carry_rendered_total', 'counter', 'Pages rendered of a release.', rendered);
  const renderFailed = perRelease((release) => release.renderFailed);
  metric(
    'carry_render_failures_total',
    'counter',
    'Pages that a release failed to render.',
    renderFailed,
  );
  const seconds = perRelease(({ renderMs }) => renderMs / 1000);
  metric('carry_render_seconds_total', 'counter', 'Time spent rendering a release.', seconds);
  const used = perRelease((release) => release.used);
  metric('carry_page_uses_total', 'counter', 'Pages that reported to hold a release.', used);
  for (const kind of ['load', 'render', 'rejection'] as const) {
    const failures = perRelease((release) => release[kind]);
    metric(
      `carry_page_${kind}_failures_total`,
      'counter',
      `Pages that reported a ${kind} failure.`,
      failures,
    );
  }
}

/** The status and what was measured, in Prometheus' text format. */
export async function printMetrics(status: Status): Promise<string> {
  const counted = new Registry();
  const metric = metricsOf(counted);
  printShell(metric, status);
  printPageCache(metric, status);
  printPolicy(metric, status);
  printFrame(metric, status);
  printPools(metric, status.rendering);
  printReleases(metric, status);
  return Registry.merge([counted, measured]).metrics();
}
