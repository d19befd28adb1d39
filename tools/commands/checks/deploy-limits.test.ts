// What a process in deploy/ may not do, how many of it there are, and what the proxies write down of a request.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from 'workspace';
import { parse, parseAllDocuments } from 'yaml';

const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
const ports = {
  site: ['PORT', '3000'],
  api: ['API_PORT', '4000'],
  releases: ['RELEASES_PORT', '4200'],
};

/** The lines of each stage of the Dockerfile, after those of the stage that it begins with. */
function stages(): Map<string, string[]> {
  const all = new Map<string, string[]>();
  for (const part of text('Dockerfile').split(/^(?=FROM )/m)) {
    const [, from = '', name] = /^FROM (\S+) AS (\S+)/.exec(part) ?? [];
    if (name) all.set(name, [...(all.get(from) ?? []), ...part.split('\n').slice(1)]);
  }
  return all;
}
const last = (lines: string[] | undefined, word: string) =>
  lines?.findLast((line) => line.startsWith(`${word} `))?.slice(word.length + 1);

test('no image runs as root, and each that serves says by itself whether it lives', () => {
  const all = stages();
  for (const name of ['site', 'api', 'releases', 'operator', 'sandbox'])
    expect(last(all.get(name), 'USER'), name).toBe('node');
  for (const [name, [variable, port]] of Object.entries(ports)) {
    const check = last(all.get(name), 'HEALTHCHECK');
    expect(check, name).toContain(`process.env.${variable} || ${port}}/healthz`);
    expect(check, name).toMatch(/--interval=\d+s --timeout=\d+s --start-period=\d+s/);
    expect(last(all.get(name), 'EXPOSE')).toBe(port);
  }
});

test('what compose.yaml starts of ours writes to its scratch folder and its volumes only, as the user of its image, and comes back when it ends', () => {
  const { services } = parse(text('deploy/compose.yaml'), { merge: true }) as {
    services: Record<string, Record<string, unknown>>;
  };
  const ours = Object.values(services).filter(({ build }) => build);
  expect(ours).toHaveLength(5);
  for (const service of ours) {
    expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'], restart: 'unless-stopped' });
    for (const key of ['user', 'privileged', 'cap_add', 'ports'])
      expect(Object.keys(service)).not.toContain(key);
  }
});

interface Manifest {
  kind: string;
  metadata: { name: string };
  spec: Record<string, unknown> & {
    replicas?: number;
    strategy?: { type?: string; rollingUpdate?: object };
    template: { metadata: { labels: object }; spec: { securityContext: object } };
  };
}

test('of each deployment two at least stay while nodes are drained, and more come under load; the one that is single is replaced, not doubled', () => {
  const { resources } = parse(text('deploy/kubernetes/kustomization.yaml')) as {
    resources: string[];
  };
  expect(resources).toHaveLength(3);
  for (const file of resources) {
    const manifests = parseAllDocuments(text(`deploy/kubernetes/${file}`)).map(
      (document) => document.toJS() as Manifest,
    );
    const of = (kind: string) => manifests.find((manifest) => manifest.kind === kind)?.spec;
    const { metadata, spec } = manifests.find(({ kind }) => kind === 'Deployment') as Manifest;
    const { name } = metadata;
    expect(spec.template.spec.securityContext, name).toMatchObject({ runAsNonRoot: true });
    if (spec.replicas === 1) {
      // a budget of one would keep its node from being drained
      expect([
        spec.strategy?.type,
        of('PodDisruptionBudget'),
        of('HorizontalPodAutoscaler'),
      ]).toEqual(['Recreate', undefined, undefined]);
      continue;
    }
    expect(spec.replicas, 'the autoscaler says how many').toBeUndefined();
    expect(spec.strategy?.rollingUpdate, name).toMatchObject({ maxUnavailable: 0 });
    expect(of('PodDisruptionBudget'), name).toEqual({
      minAvailable: 1,
      selector: { matchLabels: spec.template.metadata.labels },
    });
    expect(of('HorizontalPodAutoscaler'), name).toMatchObject({
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      minReplicas: 2,
      maxReplicas: expect.toSatisfy((most: number) => most > 2),
      metrics: [{ type: 'Resource', resource: { name: 'cpu' } }],
    });
  }
  const single = resources.filter((file) =>
    /^ {2}replicas: 1$/m.test(text(`deploy/kubernetes/${file}`)),
  );
  expect(single).toEqual(['releases.yaml']);
});

test('both proxies give a request one id, the same for all that is not an id already, and send it on', () => {
  const caddy = text('deploy/proxy/Caddyfile');
  const nginx = text('deploy/proxy/nginx.conf');
  const [, ids = ''] =
    /@unnamed not header_regexp X-Request-Id `([^`]+)`\n\s*request_header @unnamed X-Request-Id \{http\.request\.uuid\}/.exec(
      caddy,
    ) ?? [];
  expect(/"~([^"]+)" \$http_x_request_id/.exec(nginx)?.[1]).toBe(ids);
  expect(randomUUID()).toMatch(new RegExp(ids)); // Caddy's own is one for whoever comes after it
  for (const odd of ['short', 'a b c d e f g', `x${'y'.repeat(64)}`])
    expect(odd).not.toMatch(new RegExp(ids));
  const sites = caddy.match(/^\{\$\w+\} \{$/gm) ?? [];
  expect(sites).toHaveLength(3);
  expect(caddy.match(/^\{\$\w+\} \{\n\timport requests$/gm)).toHaveLength(sites.length);
});

test('no address of a visitor, no query and no header is in the log of a proxy, and the id is', () => {
  const [, format = ''] =
    /^log_format carry '([^']+)';$/m.exec(text('deploy/proxy/nginx.conf')) ?? [];
  expect(format.match(/\$\w+/g)).toEqual([
    ...['$time_iso8601', '$carry_id', '$request_method', '$uri', '$status'],
    ...['$request_time', '$upstream_addr'],
  ]);
  const caddy = text('deploy/proxy/Caddyfile');
  const deleted = [...caddy.matchAll(/^\t+(\S+) delete$/gm)].map(([, field]) => field);
  // all that Caddy writes of a request beside its method, host, protocol, path and status
  for (const field of ['remote_ip', 'remote_port', 'client_ip', 'headers', 'tls'])
    expect(deleted).toContain(`request>${field}`);
  expect(deleted).toContain('resp_headers');
  const [, query = ''] = /request>uri regexp `([^`]+)` ""/.exec(caddy) ?? [];
  expect('/booking/1?token=of-somebody&x=?'.replace(new RegExp(query), '')).toBe('/booking/1');
  expect(caddy).toContain('log_append id {http.request.header.X-Request-Id}');
});
