// What lies in deploy/ names variables, ports, paths, metrics and paragraphs of this repository; none of it runs here.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { apiVariables } from 'api/variables';
import { sandboxVariables } from 'sandbox/variables';
import { siteVariables } from 'shell/variables';
import { expect, test } from 'vitest';
import { root } from 'workspace';
import { parse, parseAllDocuments } from 'yaml';

const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
const read = (file: string) => parse(text(file), { merge: true });
const schemas = { site: siteVariables, api: apiVariables, sandbox: sandboxVariables };
/** Read by the AWS client itself. */
const AWS = /^AWS_(ACCESS_KEY_ID|SECRET_ACCESS_KEY|REGION|ENDPOINT_URL_S3)$/;

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

test('compose.yaml sets what each process reads, all that it needs, and nothing else', () => {
  const { services } = read('deploy/compose.yaml') as {
    services: Record<string, { build?: { target: keyof typeof schemas }; environment: object }>;
  };
  const ours = Object.values(services).filter((service) => service.build);
  expect(ours).toHaveLength(5);
  for (const { build, environment } of ours)
    if (build) expect(problems(build.target, Object.keys(environment)), build.target).toEqual(none);
});

test('every process of the manifests has a target in the Dockerfile, its own port, and variables that it reads', () => {
  const targets = [...text('Dockerfile').matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name);
  expect(targets).toEqual(['build', 'run', 'site', 'api', 'sandbox']);
  const { resources, configMapGenerator } = read('deploy/kubernetes/kustomization.yaml') as {
    resources: string[];
    configMapGenerator: { name: 'site' | 'api'; literals: string[] }[];
  };
  const ports = { site: 'PORT', api: 'API_PORT' };
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
    ).toEqual(['/readyz', '/healthz']);
    expect(container.securityContext).toMatchObject({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
    });
  }
});

test('Prometheus reads each site and each API of compose.yaml, at its port and the path of its metrics', () => {
  const { services } = read('deploy/compose.yaml') as {
    services: Record<string, { environment: Record<string, string> }>;
  };
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
  expect(targets).toEqual({ site: at('site-', 'PORT'), api: at('api-', 'API_PORT') });
  const paths = jobs.map(({ metrics_path = '/metrics' }) => metrics_path);
  expect(text('shell/server/app.ts') + text('shell/server/local-app.ts')).toContain(paths[0]);
  expect(text('api/src/app.ts')).toContain(`'${paths[1]}'`);
});

test('every alert asks for metrics that there are, and has its paragraph in the runbook', () => {
  const printed = text('shell/server/metrics.ts');
  const runbook = [...text('docs/operations.md').matchAll(/^### (.+)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  );
  const { groups } = read('deploy/prometheus/alerts.yml') as {
    groups: { rules: { expr: string; annotations: { runbook: string } }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(5);
  for (const { expr, annotations } of rules) {
    expect(runbook).toContain(annotations.runbook);
    for (const [metric] of expr.matchAll(/carry_\w+/g)) expect(printed).toContain(`'${metric}'`);
  }
});
