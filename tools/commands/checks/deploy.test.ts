import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { releaseVariables } from '@carry/releases';
import { apiVariables } from 'api/variables';
import { operatorVariables } from 'operator/variables';
import { siteVariables } from 'shell/variables';
import { describe, expect, test } from 'vitest';
import { root } from 'workspace';
import { releaseServerVariables } from 'workspace/release-server';
import { parse, parseAllDocuments } from 'yaml';
import { composeVariables } from '../command-variables';

const text = (file: string) => readFileSync(path.join(root, file), 'utf8');
const matches = (pattern: RegExp, where: string) =>
  [...where.matchAll(pattern)].map(([, name = '']) => name);
const hasTool = (name: string, ...args: string[]) => spawnSync(name, args).status === 0;
const run = (name: string, ...args: string[]) =>
  execFileSync(name, args, { cwd: root, encoding: 'utf8' });

const schemas = {
  site: siteVariables,
  api: apiVariables,
  releases: releaseServerVariables,
  'releases-cli': releaseVariables,
  operator: operatorVariables,
};
type Process = keyof typeof schemas;

const unknownVariables = (process: Process, names: string[]) =>
  names.filter((name) => !Object.hasOwn(schemas[process], name));
const missingVariables = (process: Process, names: string[]) =>
  Object.entries(schemas[process])
    .filter(([name, type]) => !type.safeParse(undefined).success && !names.includes(name))
    .map(([name]) => name);

interface Service extends Record<string, unknown> {
  image?: string;
  build?: { target: Process };
  environment?: Record<string, string>;
}
const compose = parse(text('deploy/compose.yaml'), { merge: true }) as {
  services: Record<string, Service>;
};
const { services } = compose;

test('the release server listens on loopback by default', () => {
  expect(releaseServerVariables.HOST.parse(undefined)).toBe('127.0.0.1');
});

describe('compose.yaml', () => {
  const built = Object.values(services).flatMap((service) =>
    service.build ? [{ ...service, target: service.build.target }] : [],
  );

  test('sets every required variable and no unknown one', () => {
    expect(built).toHaveLength(7);
    for (const { target, environment = {} } of built) {
      expect(unknownVariables(target, Object.keys(environment)), target).toEqual([]);
      expect(missingVariables(target, Object.keys(environment)), target).toEqual([]);
    }
  });

  test('passes every variable that an operator may set', () => {
    const ownFiles = ['DATA_FOLDER', 'UPLOADS_STORE']; // it has a database and a volume
    const bucket = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_REGION'];
    const fakes = ['STRIPE_API_URL', 'DISCORD_AUTHORIZE_URL', 'DISCORD_API_URL'];
    const leftOut: Record<Process, string[]> = {
      site: ['HOST', 'AWS_ENDPOINT_URL', 'SHELL_BUILD'],
      api: [
        ...['HOST', ...ownFiles, ...bucket, 'AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL', ...fakes],
        ...['SEED', 'SEED_MARKETPLACE'],
      ],
      releases: ['AWS_ENDPOINT_URL', 'CHROMIUM_PATH'],
      'releases-cli': [
        ...['AWS_ENDPOINT_URL', 'CHROMIUM_PATH', 'CARRY_RELEASES', 'USER', 'NO_COLOR'],
        'CARRY_OIDC_TOKEN',
        ...Object.keys(releaseVariables).filter((name) =>
          /^(ACTIONS|CI|GITHUB|GITLAB)_/.test(name),
        ),
      ],
      operator: ['DATA_FOLDER', 'USER', 'NO_COLOR'],
    };
    for (const { target, environment = {} } of built) {
      const absent = Object.keys(schemas[target]).filter(
        (name) => !Object.hasOwn(environment, name),
      );
      expect(absent.sort(), target).toEqual(leftOut[target].sort());
    }
  });

  test('fixes only values that its own services decide', () => {
    const fixed: Record<Process, string[]> = {
      site: [
        ...['PORT', 'RELEASES_STORE', 'LAST_GOOD_FOLDER', 'API_REQUEST_IDS', 'REDIS_URL'],
        ...['DRAIN_SECONDS', 'LOCAL_SOCKET', 'AWS_ENDPOINT_URL_S3'],
      ],
      api: ['API_PORT', 'UPLOADS_DIR', 'DRAIN_SECONDS'],
      releases: ['RELEASES_PORT', 'HOST', 'RELEASES_STORE', 'STATUS_URL', 'AWS_ENDPOINT_URL_S3'],
      'releases-cli': ['RELEASES_STORE', 'AWS_ENDPOINT_URL_S3'],
      operator: [],
    };
    for (const { target, environment = {} } of built) {
      const constants = Object.keys(environment).filter(
        (name) => !environment[name]?.includes('${'),
      );
      expect(constants.sort(), target).toEqual(fixed[target].sort());
    }
  });

  test('reads no name of its own that the reference lacks', () => {
    const known = new Set(Object.values(schemas).flatMap((variables) => Object.keys(variables)));
    const names = matches(/\$\{(\w+)/g, JSON.stringify(compose));
    expect([...new Set(names)].filter((name) => !known.has(name)).sort()).toEqual(
      Object.keys(composeVariables).sort(),
    );
  });

  test('demands no captcha secret, because each provider has its own', () => {
    expect(JSON.stringify(compose)).not.toMatch(/CAPTCHA\w*:\?/);
  });

  test('runs release commands at the bucket, and only on request', () => {
    const { profiles, environment } = services['releases-cli'] ?? {};
    expect(profiles).toEqual(['operator']);
    for (const name of ['RELEASES_STORE', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
      expect(environment?.[name], name).toBe(services['releases']?.environment?.[name]);
  });

  test('starts the operator only for a command', () => {
    const { profiles, volumes } = services['operator'] ?? {};
    expect(profiles).toEqual(['operator']);
    expect(volumes).toContain('uploads:/var/lib/carry'); // copied with each backup
    expect(text('Dockerfile')).toContain('-o node -g node /var/lib/carry /backups\n'); // volumes get its owner
  });

  test('contains no secret: every one is a required variable', () => {
    for (const { environment = {} } of Object.values(services))
      for (const [name, value] of Object.entries(environment))
        if (/SECRET|PASSWORD|TOKEN|KEY/.test(name))
          expect(value, name).toMatch(/^\$\{[A-Z0-9_]+(:\?|:-|:\+\/[\w.]+)\}$/);
  });

  test('runs unprivileged containers with a read-only file system', () => {
    for (const service of built) {
      expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp'] });
      for (const key of ['user', 'privileged', 'cap_add', 'ports'])
        expect(Object.keys(service)).not.toContain(key);
    }
  });

  test('gives sites and the release server different bucket credentials', () => {
    const credentials = (name: string) =>
      ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'].flatMap((key) =>
        matches(/\$\{(\w+)/g, services[name]?.environment?.[key] ?? ''),
      );
    expect(new Set([...credentials('site-1'), ...credentials('releases')]).size).toBe(4);
    expect(credentials('site-2')).toEqual(credentials('site-1'));
  });
});

test('images and pipelines run on the Node of .nvmrc', () => {
  const version = text('.nvmrc').trim();
  expect(Number(version)).toBeGreaterThanOrEqual(24);
  expect(new Set(matches(/^FROM node:(\d+)/gm, text('Dockerfile')))).toEqual(new Set([version]));
  for (const file of [
    '.github/workflows/release.yml',
    '.github/workflows/packages.yml',
    'packages/create-remote/template/repository/.github/workflows/release.yml.txt',
  ])
    expect(new Set(matches(/node-version: (\S+)/g, text(file))), file).toEqual(new Set([version]));
});

test.each(['.gitignore', '.dockerignore'])('%s lists the secrets of an installation', (file) => {
  const patterns = text(file).split('\n');
  expect(patterns).toEqual(
    expect.arrayContaining(['.env', '**/*.pem', 'deploy/prometheus/*-token']),
  );
});

test('compose pins every image and uses no abandoned one', () => {
  const images = Object.values(services).flatMap(({ image }) => image ?? []);
  expect(images.length).toBeGreaterThan(5);
  for (const image of images) expect(image).toMatch(/^[\w./-]+:v?\d[\w.-]*$/);
  expect(images.join()).not.toContain('minio');
});

test('no image runs as root', () => {
  const users = new Map<string, string>();
  for (const stage of text('Dockerfile').split(/^(?=FROM )/m)) {
    const [, from = '', name = ''] = /^FROM (\S+) AS (\S+)/.exec(stage) ?? [];
    users.set(name, matches(/^USER (\S+)$/gm, stage).at(-1) ?? users.get(from) ?? 'root');
  }
  for (const name of ['site', 'api', 'releases', 'releases-cli', 'operator', 'sandbox'])
    expect(users.get(name), name).toBe('node');
});

test('a stopping release server has five minutes for running publishes', () => {
  expect(services['releases']?.['stop_grace_period']).toBe('5m');
  expect(text('deploy/systemd/carry-releases.service')).toMatch(/^TimeoutStopSec=300$/m);
  const [deployment] = parseAllDocuments(text('deploy/kubernetes/releases.yaml'));
  expect(deployment?.getIn(['spec', 'template', 'spec', 'terminationGracePeriodSeconds'])).toBe(
    300,
  );
});

test('proxies block metrics and status pages', () => {
  const nginx = text('deploy/proxy/nginx.conf').split(/^server \{/m);
  const caddy = text('deploy/proxy/Caddyfile').split(/^\{\$/m);
  for (const [upstream, service, paths] of [
    ['carry_sites', 'site-1', ['/_shell/status', '/_shell/day']],
    ['carry_apis', 'api-1', ['/metrics']],
    ['carry_releases', 'releases', ['/metrics']],
  ] as const) {
    const server = nginx.find((part) => part.includes(`proxy_pass http://${upstream};`));
    for (const path of paths)
      expect(server, upstream).toContain(`location = ${path} { return 404; }`);
    const site = caddy.find((part) => part.includes(`reverse_proxy ${service}:`));
    expect(site, upstream).toContain(`@internal path ${paths.join(' ')}\n\trespond @internal 404`);
  }
});

const SIGNED_PATHS = ['/unsubscribe/waitlist/a.b', '/calendar/7/a/session.ics'];

test('proxies log no addresses, queries or headers', () => {
  const [, format = ''] =
    /^log_format carry '([^']+)';$/m.exec(text('deploy/proxy/nginx.conf')) ?? [];
  expect(format.match(/\$\w+/g)).toEqual([
    ...['$time_iso8601', '$carry_id', '$request_method', '$carry_path', '$status'],
    ...['$request_time', '$upstream_addr', '$upstream_status'],
  ]);
  const [, link = ''] =
    /^ {2}"~(\^.+)" \$carry_link;$/m.exec(text('deploy/proxy/nginx.conf')) ?? [];
  const cut = SIGNED_PATHS.map((path) => new RegExp(link).exec(path)?.groups?.['carry_link']);
  expect(cut).toEqual(['/unsubscribe/', '/calendar/']);
  const caddy = text('deploy/proxy/Caddyfile');
  expect(matches(/^\t+(log\b.*)$/gm, caddy)).toEqual(['log default {', 'log']); // errors go to the default log
  const deleted = matches(/^\t+(\S+) delete$/gm, caddy);
  for (const field of ['remote_ip', 'remote_port', 'client_ip', 'headers', 'tls'])
    expect(deleted).toContain(`request>${field}`);
  expect(deleted).toContain('resp_headers');
  const [, pattern = '', replacement = ''] = /request>uri regexp `(.+)` (\S+)$/m.exec(caddy) ?? [];
  const logged = ['/login?email=a', ...SIGNED_PATHS].map((uri) =>
    uri.replace(new RegExp(pattern), replacement),
  );
  expect(logged).toEqual(['/login', '/unsubscribe/', '/calendar/']);
});

test('only a proxy on the same machine reaches sites and APIs', () => {
  for (const unit of ['carry-api@', 'carry-site@'])
    expect(text(`deploy/systemd/${unit}.service`)).toMatch(/^Environment=HOST=127\.0\.0\.1$/m);
});

const units = ['carry-site@', 'carry-api@', 'carry-releases'];

test.each(units)('%s sends SIGTERM to its main process only', (unit) => {
  expect(text(`deploy/systemd/${unit}.service`)).toMatch(/^KillMode=mixed$/m); // renders and gates need its children
});

test.each(units)('%s restarts until its store or database answers', (unit) => {
  const [head = '', service = ''] = text(`deploy/systemd/${unit}.service`).split('[Service]');
  expect(head).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(service).toMatch(/^Restart=always$/m);
});

test('the API starts after PostgreSQL', () => {
  expect(text('deploy/systemd/carry-api@.service')).toMatch(/^After=.*\bpostgresql\.service\b/m);
});

test.each(
  text('deploy/proxy/nginx.conf')
    .split(/^server \{/m)
    .slice(1)
    .map((server) => [matches(/^ *server_name (.+);$/gm, server)[0] ?? 'any name', server]),
)('nginx listens on IPv4 and IPv6, with HTTP/2 over TLS: %s', (_, server) => {
  const addresses = matches(/^ *listen (.+);$/gm, server);
  expect([
    ['80', '[::]:80'],
    ['443 ssl http2', '[::]:443 ssl http2'],
  ]).toContainEqual(addresses);
});

test('nginx reads the certificate that the installation gets', () => {
  const guide = text('docs/operations/installation.md');
  const [, folder = ''] = /--cert-name (\w+)/.exec(guide) ?? [];
  const files = matches(/^ *ssl_certificate\w* (\S+);$/gm, text('deploy/proxy/nginx.conf'));
  expect(files).toEqual(
    ['fullchain', 'privkey'].map((name) => `/etc/letsencrypt/live/${folder}/${name}.pem`),
  );
});

interface Manifest {
  kind: string;
  metadata: { name: string };
  data?: Record<string, string>;
  spec?: { template?: { spec: { securityContext: object; containers: object[] } } };
}

describe('Kubernetes', () => {
  test('sites and the release server refuse to start without trusted keys', () => {
    for (const process of ['site', 'releases']) {
      const [deployment] = parseAllDocuments(text(`deploy/kubernetes/${process}.yaml`));
      expect(deployment?.toJS(), process).toHaveProperty('spec.template.spec.containers.0.env', [
        {
          name: 'RELEASES_TRUST',
          valueFrom: { secretKeyRef: { name: 'trust', key: 'RELEASES_TRUST' } }, // not optional
        },
      ]);
    }
  });

  const hasKubectl = hasTool('kubectl', 'version', '--client');
  const manifests = () =>
    parseAllDocuments(run('kubectl', 'kustomize', 'deploy/kubernetes')).map(
      (document) => document.toJS() as Manifest,
    );

  test.runIf(hasKubectl)('pods run non-root and read-only', () => {
    const pods = manifests().flatMap(({ kind, spec }) =>
      kind === 'Deployment' && spec?.template ? [spec.template.spec] : [],
    );
    expect(pods).toHaveLength(3);
    for (const { securityContext, containers } of pods) {
      expect(securityContext).toMatchObject({ runAsNonRoot: true });
      for (const container of containers)
        expect(container).toMatchObject({
          securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false },
        });
    }
  });

  test.runIf(hasKubectl)('sets known variables, and names the secrets', () => {
    const [header] = text('deploy/kubernetes/kustomization.yaml').split('apiVersion');
    const maps = manifests().filter(({ kind }) => kind === 'ConfigMap');
    expect(maps).toHaveLength(3);
    for (const { metadata, data = {} } of maps) {
      const process = metadata.name.split('-')[0] as Process;
      const names = Object.keys(data);
      expect(unknownVariables(process, names), process).toEqual([]);
      if (process === 'api') continue; // its secrets are in the reference
      const secrets = [...missingVariables(process, names), 'STATUS_TOKEN'];
      for (const name of secrets) expect(header, process).toContain(name);
      if (process === 'releases') expect(names).toContain('STATUS_URL');
    }
  });
});

test.runIf(hasTool('systemd-analyze', '--version')).each(units)(
  'systemd-analyze rates %s at most 3.0',
  (unit) => {
    run(
      'systemd-analyze',
      ...['security', '--offline=true', '--threshold=30'],
      `deploy/systemd/${unit}.service`,
    );
  },
);

test('gives only the release server a seccomp profile, and a narrow one', () => {
  const options = Object.entries(services).flatMap(([name, { security_opt: listed = [] }]) =>
    (listed as string[]).map((option) => [name, option]),
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
