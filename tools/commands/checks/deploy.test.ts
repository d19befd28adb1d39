// What lies in deploy/ names variables, ports, paths, metrics and paragraphs of this repository; none of it runs here.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createMetrics } from 'api/metrics';
import { apiVariables } from 'api/variables';
import { printMetrics, requestSeconds } from 'shell/metrics';
import { siteVariables } from 'shell/variables';
import { expect, test } from 'vitest';
import { root } from 'workspace';
import { createReleaseMetrics } from 'workspace/release-metrics';
import { releaseServerVariables } from 'workspace/release-server';
import { parse, parseAllDocuments } from 'yaml';

const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
const read = (file: string) => parse(text(file), { merge: true });
const schemas = {
  site: siteVariables,
  api: apiVariables,
  releases: releaseServerVariables,
};
/** Read by the AWS client itself. */
const AWS = /^AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY|REGION|ENDPOINT_URL_S3)$/;

const found = (pattern: RegExp, where: string) =>
  [...where.matchAll(pattern)].flatMap(([, names = '']) => names.split(/,\s*/));

const required = (process: keyof typeof schemas) =>
  Object.entries(schemas[process]).flatMap(([name, type]) =>
    type.safeParse(undefined).success ? [] : [name],
  );

/** What an environment names that its process does not read, and what that needs and it lacks. */
function problems(process: keyof typeof schemas, names: string[], secrets = false) {
  const unknown = names.filter((name) => !AWS.test(name) && !Object.hasOwn(schemas[process], name));
  return {
    unknown,
    missing: secrets ? [] : required(process).filter((name) => !names.includes(name)),
  };
}
const none = { unknown: [], missing: [] };

interface Composed {
  build?: { target: keyof typeof schemas };
  environment: Record<string, string>;
  volumes?: string[];
}
const composed = () => read('deploy/compose.yaml').services as Record<string, Composed>;

test('compose.yaml sets what each process reads, all that it needs, and nothing else', () => {
  const services = composed();
  const ours = Object.values(services).filter((service) => service.build);
  expect(ours).toHaveLength(5);
  for (const { build, environment } of ours)
    if (build) expect(problems(build.target, Object.keys(environment)), build.target).toEqual(none);
});

const manual = ['README', 'installation', 'operator']
  .map((name) => text(`docs/operations/${name}.md`))
  .join('\n');
/** Returns the text under a heading of the manual, up to the next heading. */
const section = (heading: string) => manual.split(`\n${heading}\n`)[1]?.split(/^#+ /m)[0] ?? '';
const namesIn = (words: string) => new Set(found(/`([A-Z]+(?:_[A-Z0-9]+)+)(?:=[^`]*)?`/g, words));

const isOptional = (type?: { safeParse(value: undefined): { success: boolean } }) =>
  type?.safeParse(undefined).success;

/** What an environment of compose.yaml takes from outside under another name, or as optional where its process needs it. */
const misnamed = (process: keyof typeof schemas, environment: Record<string, string>) =>
  Object.entries(environment).filter(([name, value]) => {
    const [, from, kind] = /^\$\{([A-Z0-9_]+)(:[?+-])?/.exec(value) ?? [];
    if (!from || AWS.test(name)) return false;
    const schema: Record<string, Parameters<typeof isOptional>[0]> = schemas[process];
    return from !== name || (kind !== ':?' && !isOptional(schema[name]));
  });

test('what the manual says to set can be set in compose.yaml, under the same name, and what is left out counts as not set', () => {
  const services = composed();
  const sections = ['## First installation', '## Logs and metrics', '### Traces'].map(section);
  const named = namesIn([...sections, section('### Changing secrets')].join('\n'));
  expect([...named]).toEqual(expect.arrayContaining(['MAIL_FROM', 'MAIL_REPLY_TO', 'LOG_LEVEL']));
  named.delete('RELEASES_KEY'); // the operator's own, which stays off the servers
  named.delete('CHROMIUM_PATH'); // the image knows it
  for (const { build, environment } of Object.values(services)) {
    if (!build) continue;
    const settable = [...named].filter((name) => Object.hasOwn(schemas[build.target], name));
    expect(Object.keys(environment)).toEqual(expect.arrayContaining(settable));
    expect(misnamed(build.target, environment), build.target).toEqual([]);
  }
});

test('every name that compose.yaml reads is one of a process, or one that the manual explains; what it must have is asked for there', () => {
  const compose = text('deploy/compose.yaml');
  const settings = section('## First installation').match(/^[45]\. .*$/gm) ?? []; // before anything is started
  const steps = namesIn(settings.join('\n'));
  const own = namesIn(section('### With Docker Compose'));
  const known = Object.values(schemas).flatMap((schema) => Object.keys(schema));
  for (const name of found(/\$\{([A-Z0-9_]+)/g, compose))
    expect([...known, ...own, 'AWS_REGION']).toContain(name);
  const needed = [...required('site'), ...required('api'), ...required('releases')];
  for (const name of found(/\$\{([A-Z0-9_]+):\?/g, compose)) {
    expect([...own, ...needed]).toContain(name);
    if (known.includes(name)) expect([...steps, ...needed]).toContain(name);
  }
});

test('the sites of compose.yaml have a credential of the bucket that is not the release server’s', () => {
  const services = composed();
  const own = (name: string) =>
    ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].map((key) =>
      found(/\$\{(\w+)/g, services[name]?.environment[key] ?? '').join(),
    );
  const all = [...own('site-1'), ...own('releases')];
  expect(new Set(all).size).toBe(4);
  expect(own('site-2')).toEqual(own('site-1'));
  const { environment = {}, volumes } = services['bucket'] ?? {};
  expect(found(/\$\{(\w+)/g, Object.values(environment).join()).sort()).toEqual(all.sort());
  expect(volumes).toContain('./bucket:/bucket:ro');
  const script = text('deploy/bucket/start.sh');
  expect(found(/\$(\w+_\w+)/g, script).sort()).toEqual(all);
});

interface Policy {
  Statement: { Action: string[]; Resource: string[] }[];
}

test('the bucket of compose.yaml gives each credential the rights of its policy', () => {
  const script = text('deploy/bucket/start.sh');
  const [, document = ''] = /<<JSON\n([\s\S]*?)\nJSON\n/.exec(script) ?? [];
  const { identities } = JSON.parse(document) as {
    identities: { name: string; actions: string[] }[];
  };
  expect(identities.map(({ name }) => name)).toEqual(['site', 'releases']);
  const words = { 's3:GetObject': 'Read', 's3:PutObject': 'Write', 's3:ListBucket': 'List' };
  for (const { name, actions } of identities) {
    const { Statement } = JSON.parse(text(`deploy/bucket/${name}.json`)) as Policy;
    const allowed = Statement.flatMap(({ Action, Resource }) =>
      Object.entries(words).flatMap(([action, word]) =>
        Action.includes(action)
          ? Resource.map((resource) => `${word}:${resource.replace('arn:aws:s3:::', '')}`)
          : [],
      ),
    );
    // SeaweedFS compares a whole bucket, or a prefix
    const written = actions.map((action) => action.replace('.json*', '.json'));
    expect(written.sort(), name).toEqual(allowed.sort());
  }
});

test('every process of the manifests has a target in the Dockerfile, its own port, and variables that it reads', () => {
  const targets = [...text('Dockerfile').matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
  expect(targets).toEqual(['build', 'run', 'site', 'api', 'releases', 'operator', 'sandbox']);
  const { resources, configMapGenerator } = read('deploy/kubernetes/kustomization.yaml') as {
    resources: string[];
    configMapGenerator: { name: 'site' | 'api' | 'releases'; literals: string[] }[];
  };
  const ports = { site: 'PORT', api: 'API_PORT', releases: 'RELEASES_PORT' };
  for (const { name, literals } of configMapGenerator) {
    expect(resources).toContain(`${name}.yaml`);
    expect(targets).toContain(name);
    const variables = new Map(literals.map((line) => line.split('=', 2) as [string, string]));
    expect(problems(name, [...variables.keys()], true)).toEqual(none);
    const [deployment] = parseAllDocuments(text(`deploy/kubernetes/${name}.yaml`)).map((document) =>
      document.toJS(),
    );
    const [container] = deployment.spec.template.spec.containers;
    expect(String(container.ports[0].containerPort)).toBe(variables.get(ports[name]));
    expect(
      [container.readinessProbe, container.livenessProbe].map((probe) => probe.httpGet.path),
    ).toEqual([name === 'site' ? '/readyz?partial' : '/readyz', '/healthz']);
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    });
  }
});

test('Prometheus reads each site, each API and the release server of compose.yaml, at its port and the path of its metrics', () => {
  const services = composed();
  const { scrape_configs: jobs } = read('deploy/prometheus/prometheus.yml') as {
    scrape_configs: {
      job_name: string;
      metrics_path?: string;
      static_configs: { targets: string[] }[];
    }[];
  };
  const targets = Object.fromEntries(
    jobs.map(({ job_name, static_configs }) => [job_name, static_configs[0]?.targets]),
  );
  const at = (prefix: string, port: string) =>
    Object.entries(services)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, { environment }]) => `${name}:${environment[port]}`);
  expect(targets).toEqual({
    site: at('site-', 'PORT'),
    api: at('api-', 'API_PORT'),
    releases: at('releases', 'RELEASES_PORT'),
  });
  const paths = jobs.map(({ metrics_path = '/metrics' }) => metrics_path);
  expect(text('shell/server/app.ts') + text('shell/server/local-app.ts')).toContain(paths[0]);
  expect(text('services/api/src/app/app.ts')).toContain(`'${paths[1]}'`);
  expect(text('packages/releases/src/service/app.ts')).toContain(`'${paths[2]}'`);
});

test('gives only the release server a seccomp profile, and a narrow one', () => {
  const services = read('deploy/compose.yaml').services as Record<
    string,
    { security_opt?: string[] }
  >;
  const options = Object.entries(services).flatMap(([name, { security_opt = [] }]) =>
    security_opt.map((option) => [name, option]),
  );
  expect(options).toEqual([['releases', 'seccomp=./seccomp/chromium.json']]);
  for (const file of ['api', 'site', 'releases'])
    expect(text(`deploy/kubernetes/${file}.yaml`), file).not.toContain('Unconfined');
  const { syscalls } = JSON.parse(text('deploy/seccomp/chromium.json')) as {
    syscalls: { names: string[]; action: string }[];
  };
  expect(new Set(syscalls.map(({ action }) => action))).toEqual(new Set(['SCMP_ACT_ERRNO']));
  const refused = syscalls.flatMap(({ names }) => names);
  for (const call of ['mount', 'setns', 'bpf', 'io_uring_setup', 'keyctl', 'init_module'])
    expect(refused).toContain(call);
  for (const call of ['clone', 'clone3', 'unshare', 'chroot']) expect(refused).not.toContain(call);
});

test('the proxies and units name processes, ports, paths and variables that there are', () => {
  const { services } = read('deploy/compose.yaml') as {
    services: Record<string, { environment?: Record<string, string> }>;
  };
  const ports = ['PORT', 'API_PORT', 'RELEASES_PORT'];
  const upstreams = Object.entries(services).flatMap(([name, { environment = {} }]) =>
    ports.flatMap((port) => (environment[port] ? [`${name}:${environment[port]}`] : [])),
  );
  for (const file of ['deploy/proxy/Caddyfile', 'deploy/proxy/nginx.conf'])
    expect([...text(file).matchAll(/\b[a-z]+(?:-\d)?:\d{4}\b/g)].map(String).sort(), file).toEqual(
      upstreams.sort(),
    );
  expect(found(/health_uri (\S+)/g, text('deploy/proxy/Caddyfile'))).toEqual([
    '/readyz?partial',
    '/readyz',
    '/readyz',
  ]);
  const units = {
    'carry-site@': 'site',
    'carry-api@': 'api',
    'carry-releases': 'releases',
  } as const;
  for (const [unit, process] of Object.entries(units)) {
    const words = text(`deploy/systemd/${unit}.service`);
    expect(words).toContain(`WorkingDirectory=/opt/carry/${process}\n`);
    const set = found(/^Environment=(.*)$/gm, words).flatMap((line) => line.split(' '));
    const names = set.map((pair) => pair.split('=')[0] ?? '').filter((name) => name !== 'NODE_ENV');
    expect(names.length).toBeGreaterThan(0);
    expect(problems(process, names, true), unit).toEqual(none);
  }
});

/** What a site, an API and a release server print where one release is live and one call was answered, and no database does. */
async function exported(): Promise<string> {
  const pool = {
    ...{ processes: 1, releases: 1, confined: 0, memoryBytes: 1, queued: 0 },
    ...{ starts: 1, stops: 0, evictions: 0, moved: 0, givenUp: 0 },
  };
  const counts = { rendered: 1, renderFailed: 0, renderMs: 1, used: 1 };
  const status = {
    ...{ uptimeSeconds: 1, memoryBytes: 1, revision: 1, storeLagSeconds: 0, reports: 'alone' },
    ...{ remotes: { 'mf-help': { version: '1.0.0' } }, deviations: [] },
    ...{ ignoredEntries: [], findings: [] },
    ...{ pageCache: { hit: 1, stale: 1, miss: 1 }, csp: { stopped: [], refusedReports: 0 } },
    rendering: { live: pool, preview: pool },
    releases: [
      { remote: 'mf-help', version: '1.0.0', ...counts, load: 0, render: 0, rejection: 0 },
    ],
  } as unknown as Parameters<typeof printMetrics>[0];
  requestSeconds.observe({ route: 'page', status: 200 }, 0.1);
  const gone = { select: () => ({ from: () => ({ where: () => Promise.reject(new Error()) }) }) };
  const { registry, calls } = createMetrics(gone as unknown as Parameters<typeof createMetrics>[0]);
  calls.observe({ method: 'GET', route: '/', status: 200 }, 0.1);
  const releases = createReleaseMetrics();
  releases.requests.observe({ method: 'GET', route: '/', status: 200 }, 0.1);
  releases.steps.observe({ step: 'gates' }, 0.1);
  releases.running.set({ step: 'gates' }, 1);
  releases.taken.inc({ outcome: 'stored' });
  return [
    await printMetrics(status),
    await registry.metrics(),
    await releases.registry.metrics(),
  ].join('\n');
}

interface Panel {
  title: string;
  description?: string;
  datasource: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  fieldConfig: { defaults: { unit?: string } };
  targets: { expr: string; legendFormat: string }[];
}
const readPanels = () => JSON.parse(text('deploy/grafana/carry.json')).panels as Panel[];

test('every panel of the dashboard asks for metrics and labels that the code exports', async () => {
  const printed = await exported();
  const metrics = new Set([
    ...found(/^# TYPE (\w+)/gm, printed),
    ...found(/^(\w+)[ {]/gm, printed),
  ]);
  const labels = new Set([...found(/[{,](\w+)="/g, printed), 'job']);
  const unknown = readPanels().flatMap(({ title, targets }) =>
    targets.flatMap(({ expr, legendFormat }) => [
      ...found(/\b(carry_\w+)/g, expr).filter((name) => !metrics.has(name)),
      ...[
        ...found(/\bby \(([^)]*)\)/g, expr),
        ...found(/[{,]\s*(\w+)\s*[=!]/g, expr),
        ...found(/\{\{(\w+)\}\}/g, legendFormat),
      ]
        .filter((label) => !labels.has(label))
        .map((label) => `${title}: ${label}`),
    ]),
  );
  expect(unknown).toEqual([]);
});

test('every panel says what it shows and in which unit, and none covers another', () => {
  const panels = readPanels();
  const all = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join('\n');
  for (const asked of [
    ...['carry_live_release', 'carry_render_failures_total', 'carry_page_load_failures_total'],
    ...['carry_request_seconds_bucket', 'carry_api_request_seconds_bucket', 'carry_render_queue'],
    ...['carry_page_cache_hits_total', 'carry_api_bookings_confirmed', 'carry_api_holds'],
    ...['carry_api_refunds_due', 'carry_api_mails_waiting'],
  ])
    expect(all).toContain(asked);
  const cells = new Set<string>();
  for (const { title, description, fieldConfig, gridPos } of panels) {
    expect(description, title).toMatch(/^[A-Z].{15,}\.$/);
    expect(['none', 's', 'reqps', 'percentunit'], title).toContain(fieldConfig.defaults.unit);
    expect(gridPos.x + gridPos.w, title).toBeLessThanOrEqual(24);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        expect(cells.has(`${x} ${y}`), `${title} lies on another panel`).toBe(false);
        cells.add(`${x} ${y}`);
      }
  }
});

test('what a panel says of the runbook is a paragraph of it', () => {
  const runbook = [...text('docs/operations/runbook.md').matchAll(/^## (.+)$/gm)].map(
    ([, title = '']) => title.toLowerCase(),
  );
  const named = readPanels().flatMap(({ description = '' }) =>
    found(/Runbook: ([^.]+)\./g, description),
  );
  expect(named.length).toBeGreaterThan(3);
  for (const title of named) expect(runbook).toContain(title.toLowerCase());
});

test('Grafana of compose.yaml gets the dashboard, and the Prometheus that its panels ask', () => {
  const folder = 'deploy/grafana/provisioning';
  const { datasources } = read(`${folder}/datasources/prometheus.yaml`);
  const { providers } = read(`${folder}/dashboards/carry.yaml`);
  const { services } = read('deploy/compose.yaml');
  const { hostname, port } = new URL(datasources[0].url);
  expect([Object.keys(services).includes(hostname), port]).toEqual([true, '9090']);
  for (const { title, datasource } of readPanels())
    expect(datasource.uid, title).toBe(datasources[0].uid);
  expect(services.grafana.volumes).toContain(
    `./grafana/carry.json:${providers[0].options.path}/carry.json:ro`,
  );
  expect(services.grafana.volumes).toContain('./grafana/provisioning:/etc/grafana/provisioning:ro');
});
