// The alerts, and what keeps a process of deploy/ safe: proxies, units, images and pipelines.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from 'workspace';
import { parse } from 'yaml';

const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
const read = (file: string) => parse(text(file), { merge: true });
const found = (pattern: RegExp, where: string) =>
  [...where.matchAll(pattern)].map(([, name = '']) => name);

interface Alert {
  alert: string;
  expr: string;
  labels?: { severity?: string };
  annotations: { runbook: string };
}
const readAlerts = () =>
  (read('deploy/prometheus/alerts.yml') as { groups: { rules: Alert[] }[] }).groups.flatMap(
    ({ rules }) => rules,
  );

/** The anchors of a document's headings, as GitHub makes them. */
const anchorsOf = (document: string) =>
  [...document.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('every alert has a severity', () => {
  for (const { alert, labels } of readAlerts())
    expect(['critical', 'warning'], alert).toContain(labels?.severity);
});

test('errors and latency of the site raise alerts', () => {
  const expressions = readAlerts().map(({ expr }) => expr);
  for (const prefix of ['carry', 'carry_api']) {
    const count = new RegExp(`\\b${prefix}_request_seconds_count\\{status=~"5..".* / sum`);
    expect(
      expressions.some((expr) => count.test(expr)),
      prefix,
    ).toBe(true);
    const latency = new RegExp(`^histogram_quantile\\(.*\\b${prefix}_request_seconds_bucket`);
    expect(
      expressions.some((expr) => latency.test(expr)),
      prefix,
    ).toBe(true);
  }
});

/** Debian's package `prometheus` has it. */
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
test.runIf(hasPromtool)('promtool accepts the alerts and the configuration', () => {
  const check = (...words: string[]) =>
    execFileSync('promtool', ['check', ...words], { cwd: root, encoding: 'utf8' });
  expect(check('rules', 'deploy/prometheus/alerts.yml')).toContain('SUCCESS');
  expect(check('config', '--syntax-only', 'deploy/prometheus/prometheus.yml')).toContain('SUCCESS');
});

test('proxies hide what is for operators only', () => {
  const servers = text('deploy/proxy/nginx.conf').split(/^server \{/m);
  const sites = text('deploy/proxy/Caddyfile').split(/^\{\$/m);
  for (const [upstream, at, path] of [
    ['carry_sites', 'site-1', '/_shell/status'],
    ['carry_apis', 'api-1', '/metrics'],
    ['carry_releases', 'releases', '/metrics'],
  ] as const) {
    const nginx = servers.find((server) => server.includes(`proxy_pass http://${upstream};`));
    expect(nginx, upstream).toContain(`location = ${path} { return 404; }`);
    const caddy = sites.find((site) => site.includes(`reverse_proxy ${at}:`));
    expect(caddy, upstream).toContain(`@internal path ${path}\n\trespond @internal 404`);
  }
});

test('units keep a process away from the rest of its machine', () => {
  for (const unit of ['carry-site@', 'carry-api@', 'carry-releases']) {
    const file = path.join(root, `deploy/systemd/${unit}.service`);
    const lines = readFileSync(file, 'utf8').split('\n');
    for (const line of ['CapabilityBoundingSet=', 'PrivateDevices=yes', 'RestrictSUIDSGID=yes'])
      expect(lines, unit).toContain(line);
    const { status, stdout } = spawnSync(
      'systemd-analyze',
      ['security', '--offline=true', '--threshold=30', file],
      { encoding: 'utf8' },
    );
    if (status !== null) expect(status, stdout).toBe(0); // exposure 3.0 at most
  }
});

test('every image and pipeline runs on the current LTS of Node', () => {
  const images = found(/^FROM node:(\d+)/gm, text('Dockerfile'));
  const pipelines = [
    ...['.github/workflows/release.yml', '.github/workflows/packages.yml'],
    'packages/create-remote/template/repository/.github/workflows/release.yml.txt',
  ].flatMap((file) => found(/node-version: (\S+)/g, text(file)));
  const versions = [...images, ...pipelines, text('.nvmrc').trim()];
  expect(versions.length).toBeGreaterThan(6);
  expect(new Set(versions)).toEqual(new Set(['24']));
});

test('every image of another project is pinned by its version', () => {
  const images = Object.values(
    (read('deploy/compose.yaml') as { services: Record<string, { image?: string }> }).services,
  ).flatMap(({ image }) => image ?? []);
  expect(images.length).toBeGreaterThan(5);
  for (const image of images) expect(image).toMatch(/^[a-z/-]+:v?\d/);
});

test('every alert asks for metrics that there are, and has its paragraph in the runbook', () => {
  const printed = [
    'shell/server/monitoring/metrics.ts',
    'services/api/src/core/monitoring/metrics.ts',
    'tools/workspace/release-server/observe.ts',
  ]
    .map(text)
    .join('\n');
  const anchors = anchorsOf(text('docs/operations/runbook.md'));
  expect(anchors).toContain('mails-wait-or-were-given-up');
  const rules = readAlerts();
  expect(rules.length).toBeGreaterThan(5);
  for (const { alert, expr, annotations } of rules) {
    const [file, anchor = ''] = annotations.runbook.split('#');
    expect(file, alert).toBe('docs/operations/runbook.md');
    expect(anchors, alert).toContain(anchor);
    for (const [metric] of expr.matchAll(/carry_\w+/g))
      expect(printed).toContain(`'${metric.replace(/(_seconds)_(count|bucket)$/, '$1')}'`);
  }
});
