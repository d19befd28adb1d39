import path from 'node:path';
import { ASSETS_PLACEHOLDER } from '@carry/contracts/release';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { buildCache } from './build-cache';
import {
  common,
  nodeOutput,
  oneFile,
  resolveForServer,
  resolveUrls,
  serverModules,
  sharedNames,
  sharedVersions,
} from './common';
import { federationRuntimeAlias } from './federation-runtime';
import { nameChunksPlugin } from './name-chunks';
import {
  buildManifestPlugin,
  compiledAhead,
  decodeByTable,
  scopingPlugin,
  workersWithoutFederation,
} from './plugins';
import { hiddenMaps, sourceMapsPlugin } from './source-maps';

/** The shared modules of a remote: all from the shell, none of its own. */
const fromShell = () =>
  Object.fromEntries(
    Object.entries(sharedVersions).map(([shared, requiredVersion]) => [
      shared,
      { singleton: true, import: false as const, requiredVersion },
    ]),
  );

const containerName = (name: string) => name.replaceAll('-', '_');

/**
 * The federation container of a remote: one exposed module, shared modules from the host, and the host's federation runtime instead of
 * a copy in each entry. `mf-manifest.json` is for tools; the site never reads it.
 */
const remoteContainer = (name: string, filename: string, exposed: string | string[]) =>
  new ModuleFederationPlugin({
    name: containerName(name),
    filename,
    exposes: { './remote': { import: exposed, name: '__federation_expose_remote' } },
    dts: false,
    manifest: true,
    shareStrategy: 'loaded-first',
    experiments: {
      externalRuntime: true,
      optimization: { disableSnapshot: true, disableRemote: true, target: 'web' },
    },
    shared: fromShell(),
  });

/** A remote imports WebAssembly as a module; the server never runs it. */
const webAssembly = { asyncWebAssembly: true };

/** What two routes share and is smaller than this (bytes before minification) goes into both: a file of its own is a request and compresses worse. */
const MIN_SHARED_CHUNK = 60_000;

const webOptions = (name: string, federation: ModuleFederationPlugin) => ({
  entry: {},
  resolve: { ...resolveUrls, alias: federationRuntimeAlias },
  experiments: webAssembly,
  output: { uniqueName: name, strictModuleErrorHandling: true },
  optimization: {
    splitChunks: {
      minSize: MIN_SHARED_CHUNK,
      chunks: ({ name: chunk }: { name?: string | undefined }) => chunk !== containerName(name), // the entry is one file
    },
  },
  plugins: [
    federation,
    compiledAhead(),
    decodeByTable(),
    workersWithoutFederation(containerName(name)),
  ],
});

/** The whole build of a remote: `web` (federated), `node` (the same routes for the server) and `standalone` (its own page). */
export function remoteConfig(name: string, root = process.cwd()) {
  const federation = remoteContainer(name, 'remoteEntry.[contenthash:10].js', './src/remote.ts');
  return defineConfig({
    ...common(name),
    root,
    performance: { ...common(name).performance, buildCache: buildCache(root) },
    plugins: [
      pluginReact(),
      nameChunksPlugin(),
      buildManifestPlugin(name, root, sharedVersions),
      sourceMapsPlugin(['web', 'server']),
      scopingPlugin(name),
    ],
    environments: {
      web: {
        security: { sri: { enable: true } }, // the remote's own runtime checks its chunks
        source: { entry: {} },
        output: {
          assetPrefix: 'auto',
          sourceMap: { ...hiddenMaps, css: true }, // a refusal names the source of a style, too
          distPath: { root: 'dist/web' },
          filename: { wasm: 'module.[hash].wasm' },
        },
        tools: {
          htmlPlugin: false,
          rspack: webOptions(name, federation),
        },
      },
      node: {
        source: { entry: { remote: './src/remote.ts' } },
        output: {
          ...nodeOutput('dist/server'),
          sourceMap: hiddenMaps,
          assetPrefix: ASSETS_PLACEHOLDER,
          externals: [...sharedNames, ...serverModules],
        },
        tools: {
          rspack: {
            ...oneFile,
            experiments: webAssembly,
            output: { ...oneFile.output, strictModuleErrorHandling: true }, // what the shell does not have fails each time, not only the first
            resolve: resolveForServer,
            module: { parser: { javascript: { url: 'relative', worker: false } } }, // the server starts none
          },
        },
      },
      standalone: {
        source: { entry: { index: './src/standalone.tsx' } },
        dev: { lazyCompilation: false }, // a route that is saved is replaced, or its page loaded anew, with what was saved
        output: { distPath: { root: 'dist/standalone' } },
        tools: { rspack: { resolve: resolveUrls, plugins: [decodeByTable()] } },
      },
    },
  });
}

/**
 * One remote under a development server, with hot updates: its own modules, in development mode, in place of a release.
 * `port`: where it is served. Not for publishing: nothing in it is pinned.
 */
export function remoteDevConfig(name: string, port: number, root = process.cwd()) {
  const origin = `http://localhost:${port}`;
  const federation = remoteContainer(name, 'remoteEntry.js', [
    path.join(import.meta.dirname, 'dev-client.js'),
    './src/remote.ts',
  ]);
  return defineConfig({
    ...common(name),
    root,
    mode: 'development',
    // the production JSX runtime is the one that every shell shares
    plugins: [pluginReact({ swcReactOptions: { development: false } }), nameChunksPlugin()],
    source: { entry: {}, define: { CARRY_DEV_ORIGIN: JSON.stringify(origin) } },
    output: { ...common(name).output, cleanDistPath: false, distPath: { root: 'dist-dev' } },
    server: { port, strictPort: true, host: 'localhost', cors: { origin: '*' }, printUrls: false },
    dev: {
      assetPrefix: `${origin}/`,
      hmr: true,
      liveReload: true,
      lazyCompilation: false,
      client: { protocol: 'ws', host: 'localhost', port },
    },
    tools: {
      htmlPlugin: false,
      rspack: webOptions(name, federation),
    },
  });
}
