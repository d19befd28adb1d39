import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { root } from '../repository/workspace';
import { publishPackages } from './publish';

let folder: string;
let registry: Server;
/** Published packages by name. */
let packages: Map<string, { versions: Record<string, object> }>;
let down: boolean;
let env: Record<string, string>;

/** Starts a minimal npm registry. */
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-registry-'));
  packages = new Map();
  down = false;
  registry = createServer(async (request, answer) => {
    const name = decodeURIComponent((request.url ?? '').slice(1));
    const say = (status: number, body: object) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (down) return say(403, { error: 'the registry is closed' });
    if (request.method !== 'PUT')
      return packages.has(name) ? say(200, packages.get(name) ?? {}) : say(404, {});
    const { versions } = (await json(request)) as { versions: Record<string, object> };
    packages.set(name, {
      ...packages.get(name),
      versions: { ...packages.get(name)?.versions, ...versions },
    });
    return say(201, {});
  });
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(registry.address() as AddressInfo).port}`;
  env = {
    'npm_config_@carry:registry': `http://${host}/`,
    npm_config_registry: `http://${host}/`, // never the public one
    npm_config_userconfig: path.join(folder, 'npmrc'),
    [`npm_config_//${host}/:_authToken`]: 'a-token',
    npm_config_cache: path.join(folder, 'cache'),
    npm_config_fetch_retries: '0',
    npm_config_update_notifier: 'false',
  };
});
afterEach(() => {
  registry.close();
  registry.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
});

/** Packs a package without files, as `npm pack` does. */
function pack(name: string, version: string, more: object = {}): string {
  const home = path.join(folder, `${name}-${version}`);
  mkdirSync(path.join(home, 'package'), { recursive: true });
  writeFileSync(
    path.join(home, 'package/package.json'),
    JSON.stringify({
      name: `@carry/${name}`,
      version,
      publishConfig: { access: 'restricted' },
      ...more,
    }),
  );
  const tarball = path.join(folder, `carry-${name}-${version}.tgz`);
  execFileSync('tar', ['czf', tarball, '-C', home, 'package']);
  return tarball;
}

test('publishes each version once', { timeout: 180_000 }, async () => {
  const lines: string[] = [];
  const report = (line: string) => void lines.push(line);
  const [ui, kit] = [pack('ui', '1.0.0'), pack('kit', '1.0.0')];
  await publishPackages([ui], report, env);
  await publishPackages([ui, kit], report, env);
  await publishPackages([pack('ui', '1.1.0')], report, env);
  expect(lines).toEqual([
    'published @carry/ui@1.0.0',
    'skipped @carry/ui@1.0.0: already published',
    'published @carry/kit@1.0.0',
    'published @carry/ui@1.1.0',
  ]);
  expect(Object.keys(packages.get('@carry/ui')?.versions ?? {})).toEqual(['1.0.0', '1.1.0']);
});

test('never publishes to the public registry or after an error', {
  timeout: 180_000,
}, async () => {
  const ui = pack('ui', '1.0.0');
  await expect(
    publishPackages([ui], () => {}, { ...env, 'npm_config_@carry:registry': undefined }),
  ).rejects.toThrow(/no npm registry for @carry/);
  down = true;
  await expect(publishPackages([ui], () => {}, env)).rejects.toThrow();
  expect(packages.size).toBe(0);
});

test('asks npm for provenance, which only a pipeline has', { timeout: 180_000 }, async () => {
  const publishing = publishPackages([pack('ui', '1.0.0')], () => {}, {
    ...env,
    ...{ NPM_CONFIG_PROVENANCE: 'true', CI: '', GITHUB_ACTIONS: '', GITLAB_CI: '' },
  });
  await expect(publishing).rejects.toThrow(/provenance/i);
  expect(packages.size).toBe(0);
});

test('keeps a private package back', { timeout: 180_000 }, async () => {
  const lines: string[] = [];
  const tarball = pack('create-remote', '1.0.0', { private: true });
  await publishPackages([tarball], (line) => lines.push(line), env);
  expect(lines).toEqual([
    '@carry/create-remote is private and stays here; to publish it, remove "private" from its package.json',
  ]);
  expect(packages.size).toBe(0);
});

test('create-remote is private until its owner publishes it', () => {
  const manifest = readFileSync(path.join(root, 'packages/create-remote/package.json'), 'utf8');
  expect(JSON.parse(manifest)).toMatchObject({ private: true });
});
