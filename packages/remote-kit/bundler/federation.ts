import path from 'node:path';
import { ASSETS_PLACEHOLDER } from '@carry/contracts/release';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { buildCache } from './build-cache';
import {
  common,
  dataAsFiles,
  nodeOutput,
  oneFile,
  resolveForServer,
  resolveUrls,
  serverModules,
  sharedNames,
  sharedVersions,
} from './common';
import { remoteRuntimeAlias } from './federation-runtime';
import { nameChunksPlugin } from './name-chunks';
import { type PackedBuild, withPacked } from './packed';
import {
  buildManifestPlugin,
  compiledAhead,
  decodeByTable,
  scopingPlugin,
  workersWithoutFederation,
} from './plugins';
import { scopedStylesPlugin } from './scoped-styles';
import { sortedIntegrityPlugin } from './sorted-integrity';
import { hiddenMaps, sourceMapsPlugin } from './source-maps';

const importShared = () =>
  Object.fromEntries(
    Object.entries(sharedVersions).map(([shared, requiredVersion]) => [
      shared,
      { singleton: true, import: false as const, requiredVersion },
    ]),
  );

const containerName = (name: string) => name.replaceAll('-', '_');

/** Federation container of a remote: one exposed module; the host has shared modules and the runtime. `mf-manifest.json` is for tools only. */
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
    shared: importShared(),
  });

const webAssembly = { asyncWebAssembly: true };

/** In bytes before minification. Smaller shared code is duplicated: a separate file costs a request and compresses worse. */
const MIN_SHARED_CHUNK = 60_000;

const webOptions = (name: string, federation: ModuleFederationPlugin, container: string) => ({
  entry: {},
  resolve: { ...resolveUrls, alias: remoteRuntimeAlias },
  experiments: webAssembly,
  module: { rules: [dataAsFiles] },
  output: { uniqueName: name, strictModuleErrorHandling: true },
  optimization: {
    splitChunks: {
      cacheGroups: { defaultVendors: false as const }, // one file for each lazy part
      minSize: MIN_SHARED_CHUNK,
      chunks: ({ name: chunk }: { name?: string | undefined }) => chunk !== container,
    },
  },
  plugins: [federation, compiledAhead(), decodeByTable(), workersWithoutFederation(container)],
});

const serverBuild = (folder: string, packed?: PackedBuild) => ({
  mode: 'production' as const, // the realm of a release has the production React only
  source: { entry: { remote: './src/remote.ts' } },
  output: {
    ...nodeOutput(folder),
    sourceMap: hiddenMaps,
    assetPrefix: ASSETS_PLACEHOLDER,
    externals: [...sharedNames, ...serverModules],
  },
  tools: {
    rspack: {
      ...oneFile,
      experiments: webAssembly,
      output: { ...oneFile.output, strictModuleErrorHandling: true }, // a missing module fails on each import, not only the first
      resolve: packed ? { ...resolveForServer, alias: packed.aliases.server } : resolveForServer,
      module: { parser: { javascript: { url: 'relative' as const, worker: false } } },
    },
  },
});

/** Returns a remote's build: `web` (federated), `node` (server rendering) and `standalone` (a page without the shell), or that of its development server. */
export function remoteConfig(name: string, root = process.cwd()) {
  const { carryDevPort } = globalThis as { carryDevPort?: number };
  return carryDevPort ? remoteDevConfig(name, carryDevPort, root) : buildConfig(name, root);
}

export const packedConfig = (name: string, root: string, packed: PackedBuild) =>
  buildConfig(name, root, packed);

function buildConfig(name: string, root: string, packed?: PackedBuild) {
  const folder = packed?.folder ? `${packed.folder}/` : '';
  const entry = `${folder}remoteEntry.[contenthash:10].js`;
  const federation = remoteContainer(name, entry, './src/remote.ts');
  const web = webOptions(packed ? `packed-${name}` : name, federation, containerName(name));
  return defineConfig({
    ...common(name),
    root,
    performance: { ...common(name).performance, buildCache: buildCache(root) },
    plugins: [
      pluginReact(),
      nameChunksPlugin(),
      scopedStylesPlugin(name),
      buildManifestPlugin(name, root, sharedVersions),
      sourceMapsPlugin(['web', 'server']),
      sortedIntegrityPlugin(),
      scopingPlugin(name, packed !== undefined),
    ],
    environments: {
      web: {
        security: { sri: { enable: true } }, // the remote's own runtime checks its chunks
        source: { entry: {} },
        output: {
          assetPrefix: 'auto',
          sourceMap: { ...hiddenMaps, css: true }, // lets scoping errors point to the source of a style
          distPath: { root: 'dist/web' },
          filename: { wasm: 'module.[hash].wasm' },
        },
        tools: {
          htmlPlugin: false,
          rspack: packed ? withPacked(web, packed) : web,
        },
      },
      node: serverBuild('dist/server', packed),
      standalone: {
        source: { entry: { index: './src/standalone.tsx' } },
        dev: { lazyCompilation: false }, // hot updates must include every saved route
        output: { distPath: { root: 'dist/standalone' } },
        tools: { rspack: { resolve: resolveUrls, plugins: [decodeByTable()] } },
      },
    },
  });
}

/** Returns a remote's build with hot updates: `web` (federated) and `node` (server rendering). Not for publishing: it has no integrity hashes. */
function remoteDevConfig(name: string, port: number, root: string) {
  const origin = `http://localhost:${port}`;
  const federation = remoteContainer(name, 'remoteEntry.js', [
    path.join(import.meta.dirname, 'dev-client.js'),
    './src/remote.ts',
  ]);
  const server = serverBuild('dist-dev/server');
  return defineConfig({
    ...common(name),
    root,
    mode: 'development',
    // Shells share only the production JSX runtime.
    plugins: [
      pluginReact({ swcReactOptions: { development: false } }),
      nameChunksPlugin(),
      scopedStylesPlugin(name),
    ],
    output: { ...common(name).output, cleanDistPath: false },
    server: { port, strictPort: true, host: 'localhost', cors: { origin: '*' }, printUrls: false },
    environments: {
      web: {
        source: { entry: {}, define: { CARRY_DEV_ORIGIN: JSON.stringify(origin) } },
        output: { distPath: { root: 'dist-dev' } },
        dev: {
          assetPrefix: 'auto', // the page gets the files from its own origin, as those of a release
          hmr: true,
          liveReload: true,
          lazyCompilation: false,
          client: { protocol: 'ws', host: 'localhost', port },
        },
        tools: {
          htmlPlugin: false,
          rspack: webOptions(name, federation, containerName(name)),
        },
      },
      node: {
        ...server,
        dev: { assetPrefix: ASSETS_PLACEHOLDER },
        output: { ...server.output, sourceMap: false, minify: false },
      },
    },
  });
}
