import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bodyLimits } from 'api/body-limits';
import { MAX_CONNECTIONS } from 'api/connections';
import { MIGRATION_MS } from 'api/migration';
import { expect, test } from 'vitest';
import { root } from 'workspace';
import { parseAllDocuments } from 'yaml';

const text = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Returns the server block of nginx.conf that passes requests to an upstream. */
const nginxServer = (upstream: string) =>
  text('deploy/proxy/nginx.conf')
    .split(/^server \{/m)
    .find((part) => part.includes(`proxy_pass http://${upstream};`)) ?? '';

test('nginx and the guide permit the largest request of the API', () => {
  const largest = Math.max(...Object.values(bodyLimits));
  const megabytes = Number(/client_max_body_size (\d+)m;/.exec(nginxServer('carry_apis'))?.[1]);
  expect(megabytes * 1024 * 1024).toBeGreaterThanOrEqual(largest);
  expect(text('deploy/README.md')).toContain(`API ${megabytes} MB`);
});

test('Kubernetes waits for a migration before it restarts an API', () => {
  const [deployment] = parseAllDocuments(text('deploy/kubernetes/api.yaml'));
  const probe = ['spec', 'template', 'spec', 'containers', 0, 'startupProbe'];
  const seconds = Number(deployment?.getIn([...probe, 'periodSeconds']));
  const failures = Number(deployment?.getIn([...probe, 'failureThreshold']));
  expect(seconds * failures * 1000).toBeGreaterThan(MIGRATION_MS);
});

test('the advice on connections covers all APIs of Kubernetes', () => {
  const [deployment, ...others] = parseAllDocuments(text('deploy/kubernetes/api.yaml'));
  const surge = deployment?.getIn(['spec', 'strategy', 'rollingUpdate', 'maxSurge']);
  const scaler = others.find((document) => document.get('kind') === 'HorizontalPodAutoscaler');
  const most = Number(scaler?.getIn(['spec', 'maxReplicas'])) + Number(surge);
  const advised = Number(
    /max_connections (\d+)/.exec(text('deploy/kubernetes/kustomization.yaml'))?.[1],
  );
  const kept = 3; // superuser_reserved_connections
  expect(advised).toBeGreaterThan(most * MAX_CONNECTIONS + kept);
  expect(text('docs/operations/installation.md')).toContain(`up to ${MAX_CONNECTIONS} connections`);
});
