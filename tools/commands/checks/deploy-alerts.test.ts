import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createMetrics } from 'api/metrics';
import { printMetrics, requestSeconds } from 'shell/metrics';
import { expect, test } from 'vitest';
import { root } from 'workspace';
import { createReleaseMetrics } from 'workspace/release-metrics';
import { parse } from 'yaml';

const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
const matches = (pattern: RegExp, where: string) =>
  [...where.matchAll(pattern)].map(([, name = '']) => name);
const hasTool = (name: string, ...args: string[]) => spawnSync(name, args).status === 0;
const run = (name: string, ...args: string[]) =>
  execFileSync(name, args, { cwd: root, encoding: 'utf8' });

test.runIf(hasTool('promtool', '--version'))('promtool accepts rules and configuration', () => {
  expect(run('promtool', 'check', 'rules', 'deploy/prometheus/alerts.yml')).toContain('SUCCESS');
  expect(
    run('promtool', 'check', 'config', '--syntax-only', 'deploy/prometheus/prometheus.yml'),
  ).toContain('SUCCESS');
});

test.runIf(hasTool('promtool', '--version'))('alerts fire as their tests expect', () => {
  expect(run('promtool', 'test', 'rules', 'deploy/prometheus/alerts-test.yml')).toContain(
    'SUCCESS',
  );
});

/** Returns the metrics of a site, an API without a database and a release server. */
async function exportedMetrics(): Promise<string> {
  const pool = {
    ...{ processes: 1, releases: 1, isolated: 0, memoryBytes: 1, queued: 0 },
    ...{ starts: 1, stops: 0, evictions: 0, moved: 0, givenUp: 0 },
  };
  const counts = { rendered: 1, renderFailed: 0, renderMs: 1, used: 1 };
  const status = {
    ...{ uptimeSeconds: 1, memoryBytes: 1, revision: 1, storeLagSeconds: 0, reports: 'alone' },
    ...{ remotes: { 'mf-help': { version: '1.0.0' } }, deviations: [] },
    ...{ ignoredEntries: [], decisions: [] },
    ...{ pageCache: { hit: 1, stale: 1, miss: 1 }, csp: { stopped: [], refusedReports: 0 } },
    rendering: { live: pool, preview: pool },
    releases: [
      {
        remote: 'mf-help',
        version: '1.0.0',
        ...counts,
        load: 0,
        render: 0,
        rejection: 0,
        variants: {},
      },
    ],
  } as unknown as Parameters<typeof printMetrics>[0];
  requestSeconds.observe({ route: 'page', status: 200 }, 0.1);
  const database = {
    select: () => ({ from: () => ({ where: () => Promise.reject(new Error()) }) }),
  };
  const { registry, calls } = createMetrics(
    database as unknown as Parameters<typeof createMetrics>[0],
  );
  calls.observe({ method: 'GET', route: '/', status: 200 }, 0.1);
  const releases = createReleaseMetrics();
  releases.requests.observe({ method: 'GET', route: '/', status: 200 }, 0.1);
  releases.steps.observe({ step: 'gates' }, 0.1);
  return [
    await printMetrics(status),
    await registry.metrics(),
    await releases.registry.metrics(),
  ].join('\n');
}

test('alerts and dashboard query exported metrics only', async () => {
  const output = await exportedMetrics();
  const exported = new Set([
    ...matches(/^# TYPE (\w+)/gm, output),
    ...matches(/^(\w+)[ {]/gm, output),
  ]);
  for (const file of ['deploy/prometheus/alerts.yml', 'deploy/grafana/carry.json']) {
    const queried = matches(/\b(carry_\w+)/g, text(file));
    expect(queried.length).toBeGreaterThan(20);
    expect(
      queried.filter((name) => !exported.has(name)),
      file,
    ).toEqual([]);
  }
});

const { groups } = parse(text('deploy/prometheus/alerts.yml')) as {
  groups: {
    rules: { alert: string; labels?: { severity?: string }; annotations: { runbook: string } }[];
  }[];
};
const alerts = groups.flatMap(({ rules }) => rules);

test('every alert has a severity', () => {
  for (const { alert, labels } of alerts)
    expect(['critical', 'warning'], alert).toContain(labels?.severity);
});

test('alerts cover errors and latency of the site and the API', () => {
  expect(alerts.map(({ alert }) => alert)).toEqual(
    expect.arrayContaining(['SiteFails', 'SiteSlow', 'ApiFails', 'ApiSlow']),
  );
});

test('every alert links to the section of the runbook that names it', () => {
  const sections = new Map(
    text('docs/operations/runbook.md')
      .split(/^## /m)
      .map((section) => {
        const [heading = ''] = section.split('\n');
        const words = heading.toLowerCase().replaceAll(/[^\w\s-]/g, '');
        return [words.replaceAll(' ', '-'), section];
      }),
  );
  for (const { alert, annotations } of alerts) {
    const [file, anchor = ''] = annotations.runbook.split('#');
    expect(file, alert).toBe('docs/operations/runbook.md');
    expect(sections.get(anchor), alert).toContain(`\`${alert}\``);
  }
});
