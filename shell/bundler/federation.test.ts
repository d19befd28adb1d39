import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { remoteConfig } from '@carry/remote-kit/build';
import { createRsbuild, type Rspack } from '@rsbuild/core';
import { beforeAll, expect, test } from 'vitest';
import { shellConfig } from './config';

const repository = path.join(import.meta.dirname, '../..');
const remotes = readdirSync(repository).filter((name) => name.startsWith('mf-'));

interface Federation {
  name: string;
  getPublicPath?: string;
  shared: Record<
    string,
    { singleton?: boolean; import?: unknown; eager?: boolean; version?: string }
  >;
}

/** Returns the browser build of a folder as the bundler gets it. */
async function webBuild(folder: string) {
  const cwd = path.join(repository, folder);
  const rsbuildConfig = folder === 'shell' ? shellConfig(cwd) : remoteConfig(folder, cwd);
  const configs = await (await createRsbuild({ cwd, rsbuildConfig })).initConfigs();
  const { output, plugins = [] } = configs.find(
    ({ name }) => name === 'web',
  ) as Rspack.Configuration;
  const federation = plugins.find((one) => one?.constructor.name === 'ModuleFederationPlugin');
  const { _options } = federation as unknown as { _options: Federation };
  return { folder, output, federation: _options };
}
let builds: Awaited<ReturnType<typeof webBuild>>[];
beforeAll(async () => {
  builds = await Promise.all([...remotes, 'shell'].map(webBuild));
});

test('gives each build its own name, runtime and container', {
  tags: ['@fault-B8'],
}, () => {
  expect(remotes.length).toBeGreaterThan(4);
  const names = (of: (build: (typeof builds)[0]) => unknown) => new Set(builds.map(of)).size;
  expect(builds.map(({ output }) => output?.uniqueName)).toEqual([...remotes, 'shell']);
  expect(names(({ federation }) => federation.name)).toBe(builds.length);
  // the bundler derives it from the unique name
  for (const { output } of builds) expect(output?.chunkLoadingGlobal).toBeUndefined();
});

test("loads chunks from the remote's address and bundles no shared module", {
  tags: ['@fault-B14'],
}, () => {
  for (const { folder, output, federation } of builds) {
    expect([folder, federation.getPublicPath]).toEqual([folder, undefined]);
    if (folder === 'shell') continue;
    expect([folder, output?.publicPath]).toEqual([folder, 'auto']);
    for (const [name, shared] of Object.entries(federation.shared))
      expect([folder, name, shared]).toEqual([
        folder,
        name,
        { singleton: true, import: false, requiredVersion: expect.any(String) },
      ]);
  }
});

const sources = (folder: string): string[] =>
  readdirSync(path.join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.name === 'node_modules' || entry.name.startsWith('dist')) return [];
    if (entry.isDirectory()) return sources(file);
    return /(?<!\.test)\.tsx?$/.test(entry.name) ? [file] : [];
  });

test('replaces a registered remote in the loader only', { tags: ['@fault-B14'] }, () => {
  const callers = ['shell', 'packages/remote-kit', 'shared-ui', ...remotes]
    .filter((folder) => existsSync(path.join(repository, folder)))
    .flatMap(sources)
    .filter((file) => /registerRemotes\(/.test(readFileSync(path.join(repository, file), 'utf8')));
  expect(callers).toEqual(['shell/browser/loading/federation.ts']);
});

test('shares the installed version of the router', { tags: ['@fault-B14'] }, () => {
  const { version } = createRequire(import.meta.url)('react-router-dom/package.json') as {
    version: string;
  };
  const shell = builds.find(({ folder }) => folder === 'shell');
  expect(shell?.federation.shared['react-router-dom']?.version).toBe(version);
});

test('starts the shell by dynamic imports, and pins the federation packages', {
  tags: ['@fault-B14'],
}, () => {
  const read = (file: string) => readFileSync(path.join(repository, file), 'utf8');
  const imports = [...read('shell/browser/main.ts').matchAll(/^import\b.*$/gm)];
  expect(imports.map(([line]) => line)).toEqual([
    "import { yieldToMain } from './hydration/hydration-hold';",
  ]);
  const pins = [...read('pnpm-workspace.yaml').matchAll(/"(@module-federation\/.*)": (.*)/g)];
  expect(pins.length).toBeGreaterThan(1);
  for (const [, name, version] of pins)
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
});
