import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { createInstance } from '@module-federation/enhanced/runtime';
import { type Rspack, rspack } from '@rsbuild/core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Container, serveOldContainers } from '../src/runtime';
import type { Bundler } from '../src/runtime/bundler';
import type { ShareScope } from '../src/runtime/share';
import { ownRuntime, RUNTIME_REQUEST } from './runtime';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'carry-runtime-'));
  write('node_modules/shared/package.json', '{"name":"shared","version":"1.2.3"}');
  write('node_modules/shared/index.js', "export const whose = 'own';");
  write('remote.js', "import { whose } from 'shared'; export const word = whose + ' module';");
  write('host.js', "globalThis.load = () => import('./page.js');");
  write('page.js', "import { whose } from 'shared'; globalThis.word = whose;");
  write('probe.js', 'globalThis.seen = __webpack_require__;');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, content: string): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

type Options = ConstructorParameters<typeof ModuleFederationPlugin>[0];
type Plugins = Rspack.RspackPluginInstance[];

const shared = { shared: { singleton: true, import: false as const, requiredVersion: '^1.2.0' } };
const container: Options = {
  name: 'mf_a',
  filename: 'entry.js',
  exposes: { './remote': './remote.js' },
  shared,
};
const host: Options = {
  name: 'host',
  remotes: {},
  shared: { shared: { singleton: true, eager: true } },
};
/** What releases were built with before. */
const old = {
  shareStrategy: 'loaded-first',
  experiments: { externalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
} as const;
const probe = (): Plugins => [
  new rspack.NormalModuleReplacementPlugin(RUNTIME_REQUEST, (data) => {
    data.request = path.join(folder, 'probe.js');
  }),
];

async function build(options: Options, plugins: Plugins = [ownRuntime()]): Promise<string> {
  const compiler = rspack({
    context: folder,
    mode: 'production',
    entry: options.exposes ? {} : './host.js',
    devtool: false,
    optimization: { minimize: false },
    output: {
      path: path.join(folder, 'dist'),
      filename: 'entry.js',
      publicPath: '/',
      uniqueName: options.name ?? '',
    },
    module: { rules: [{ test: /\.ts$/, type: 'javascript/auto', loader: 'builtin:swc-loader' }] },
    resolve: { extensions: ['.ts', '.js'] },
    plugins: [new ModuleFederationPlugin({ dts: false, manifest: false, ...options }), ...plugins],
  });
  try {
    const stats = await new Promise<Rspack.Stats>((done, fail) =>
      compiler.run((error, stats) => (stats && !error ? done(stats) : fail(error))),
    );
    if (stats.hasErrors()) throw new Error(stats.toString());
    return readFileSync(path.join(folder, 'dist/entry.js'), 'utf8');
  } finally {
    await new Promise((closed) => compiler.close(closed));
  }
}

/** A page on which the built files run; its script elements load them. */
function pageWith(globals: object = {}): Record<string, unknown> {
  const run = (file: string) =>
    runInContext(readFileSync(path.join(folder, 'dist', file), 'utf8'), page);
  const document = {
    getElementsByTagName: () => [],
    createElement: () => ({ setAttribute() {}, getAttribute() {} }),
    head: {
      appendChild({ src, onload }: { src: string; onload: (event: object) => void }) {
        run(src);
        onload({ type: 'load' });
      },
    },
  };
  const page = createContext({ document, console, setTimeout, clearTimeout, Error, ...globals });
  Object.assign(page, { self: page, window: page });
  run('entry.js');
  return page;
}

const giving = (whose: string): ShareScope => ({
  shared: { '1.2.3': { from: 'page', get: () => () => ({ __esModule: true, whose }) } },
});
const containerOf = (page: Record<string, unknown>) => page['mf_a'] as Container;
async function wordOf(container: Container, scope: ShareScope): Promise<unknown> {
  await container.init(scope);
  return ((await container.get('./remote'))() as { word: string }).word;
}

const CHANGED =
  'an upgrade asks something else of a federation runtime: read its notes and remote-kit/src/runtime, then change this list';
const keys = (object: object = {}) => Object.keys(object).sort();

describe('what generated code and a runtime have of each other is what it was when ours was written', () => {
  async function generated(options: Options) {
    const code = await build(options, probe());
    const asked = [...code.matchAll(/should have __webpack_require__\.([\w.]+)/g)];
    const { seen } = pageWith() as { seen: Bundler };
    return { seen, asked: [...new Set(asked.map(([, member]) => member))].sort() };
  }
  const DATA = /Data$/;

  test('a container', async () => {
    const { seen, asked } = await generated(container);
    expect(asked, CHANGED).toEqual(['I', 'f.consumes', 'getContainer', 'initContainer']);
    expect(
      keys(seen).filter((key) => DATA.test(key)),
      CHANGED,
    ).toEqual(['consumesLoadingData', 'initializeExposesData', 'initializeSharingData']);
    const consumes = seen.consumesLoadingData;
    expect(keys(consumes), CHANGED).toEqual([
      'chunkMapping',
      'initialConsumes',
      'moduleIdToConsumeDataMapping',
    ]);
    expect(keys(Object.values(consumes?.moduleIdToConsumeDataMapping ?? {})[0]), CHANGED).toEqual([
      'eager',
      'fallback',
      'import',
      'requiredVersion',
      'shareKey',
      'shareScope',
      'singleton',
      'strictVersion',
      'treeShakingMode',
    ]);
    expect(keys(seen.initializeExposesData), CHANGED).toEqual(['moduleMap', 'shareScope']);
  });

  test('a host', async () => {
    const { seen, asked } = await generated(host);
    expect(asked, CHANGED).toEqual(['I', 'f.consumes']);
    expect(
      keys(seen).filter((key) => DATA.test(key)),
      CHANGED,
    ).toEqual(['consumesLoadingData', 'initializeSharingData']);
    const sharing = seen.initializeSharingData;
    expect(keys(sharing), CHANGED).toEqual(['scopeToSharingDataMapping', 'uniqueName']);
    expect(keys(sharing.scopeToSharingDataMapping['default']?.[0]), CHANGED).toEqual([
      'eager',
      'factory',
      'name',
      'singleton',
      'treeShakingMode',
      'version',
    ]);
  });
});

test('a container uses what the page shares, and nothing of the package is in it', async () => {
  expect(await build(container)).not.toContain('loadShareSync');
  expect(await wordOf(containerOf(pageWith()), giving('the page’s'))).toBe('the page’s module');
});

test('a container whose page shares nothing says what it lacks, and works as soon as it is there', async () => {
  await build(container);
  const joined = containerOf(pageWith());
  await expect(wordOf(joined, {})).rejects.toThrow(
    'mf_a needs shared, which this page does not share',
  );
  expect(await wordOf(joined, giving('late'))).toBe('late module');
});

test('a container has what it exposes, and nothing else', async () => {
  await build(container);
  const joined = containerOf(pageWith());
  await joined.init(giving('the page’s'));
  for (const module of ['./other', 'toString', '__proto__'])
    await expect(joined.get(module)).rejects.toThrow(`the container has no module ${module}`);
});

test('a host runs with its own modules, and they stand in its share scope', async () => {
  await build(host);
  const page = pageWith();
  await (page['load'] as () => Promise<unknown>)();
  expect(page['word']).toBe('own');
});

test('a release that was built with the package’s runtime runs on the page', async () => {
  const code = await build({ ...container, ...old }, []);
  expect(code).toContain('_FEDERATION_RUNTIME_CORE');
  const globals = {};
  serveOldContainers(globals, {});
  const joined = containerOf(pageWith(globals));
  expect(await wordOf(joined, giving('the page’s'))).toBe('the page’s module');
});

test('such a release, too, says what the page does not share', async () => {
  await build({ ...container, ...old }, []);
  const globals = {};
  serveOldContainers(globals, {});
  await expect(wordOf(containerOf(pageWith(globals)), {})).rejects.toThrow(/shared: false|getter/);
});

test('a release of now runs in a page that has the package’s runtime', async () => {
  await build(container);
  const page = createInstance({
    name: 'old_shell',
    remotes: [{ name: 'mf_a', entry: 'https://site.test/entry.js' }],
    shared: {
      shared: {
        version: '1.2.3',
        scope: 'default',
        lib: () => ({ __esModule: true, whose: 'old page’s' }),
      },
    },
  });
  page.initRawContainer('mf_a', 'https://site.test/entry.js', containerOf(pageWith()) as never);
  expect(await page.loadRemote('mf_a/remote')).toMatchObject({ word: 'old page’s module' });
});

test('a build without our runtime, or with the package’s beside it, fails', async () => {
  await expect(build(container, [...probe(), ownRuntime()])).rejects.toThrow(
    'the federation plugin brings its own runtime',
  );
  const tools = createRequire(import.meta.url).resolve('@module-federation/enhanced/rspack');
  const sdk = createRequire(tools).resolve('@module-federation/sdk');
  write('remote.js', `export { composeKeyWithSeparator } from ${JSON.stringify(sdk)};`);
  await expect(build(container)).rejects.toThrow(/brings its own runtime .*module-federation.*sdk/);
});
