import path from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { defineConfig, type RsbuildConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { buildManifestPlugin, compressedPlugin, leanRuntime } from './build-plugins';
import { socialPicturesPlugin } from './social-pictures';
import { root as workspace } from './workspace';

/** What the shell provides to every remote, once on the page. A module is here only if two copies of it would break. */
export const sharedModules = {
  react: { requiredVersion: '^19.3.0', reason: 'hooks need the one dispatcher that react-dom sets' },
  'react/jsx-runtime': { requiredVersion: '^19.3.0', reason: 'comes with react; a second copy would only cost bytes' },
  'react-dom': { requiredVersion: '^19.3.0', reason: 'portals and flushSync must reach the renderer that owns the tree' },
  'react-router-dom': { requiredVersion: '^7.18.0', reason: 'router contexts must be those of the one router' },
} as const;

const sharedNames = Object.keys(sharedModules);
const sharedVersions = Object.fromEntries(Object.entries(sharedModules).map(([name, { requiredVersion }]) => [name, requiredVersion]));

/** What all five builds have in common. `name` prefixes every class, so that late CSS of one remote cannot touch another. */
const common = (name: string): RsbuildConfig => ({
  html: { crossorigin: 'anonymous' },
  output: {
    sourceMap: false,
    cleanDistPath: true,
    legalComments: 'none',
    dataUriLimit: 0, // no data: URLs, so that the policy needs none
    cssModules: { mode: 'pure', localIdentName: `${name}-[local]-[hash:base64:6]` },
  },
  performance: { printFileSize: false },
});

const nodeOutput = (folder: string) => ({
  target: 'node' as const,
  module: false,
  minify: false,
  distPath: { root: folder },
  filename: { js: '[name].cjs' },
});

/** One file, without chunks: a server bundle is read and evaluated whole. */
const oneFile = { output: { library: { type: 'commonjs2' as const }, asyncChunks: false } };

/** The shared modules of a remote: all from the shell, none of its own. */
const fromShell = () =>
  Object.fromEntries(
    Object.entries(sharedVersions).map(([shared, requiredVersion]) => [
      shared,
      { singleton: true, import: false as const, requiredVersion },
    ]),
  );

/** The federation container of a remote: one exposed module, everything shared from the shell, no runtime of its own. */
const remoteContainer = (name: string, filename: string, exposed: string | string[]) =>
  new ModuleFederationPlugin({
    name: name.replaceAll('-', '_'),
    filename,
    exposes: { './remote': { import: exposed, name: '__federation_expose_remote' } },
    dts: false,
    manifest: false,
    shareStrategy: 'loaded-first',
    experiments: { externalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
    shared: fromShell(),
  });

/** The whole build of a remote: `web` (federated), `node` (the same routes for the server) and `standalone` (its own page). */
export function remoteConfig(name: string, root = path.join(workspace, name)) {
  const federation = remoteContainer(name, 'remoteEntry.[contenthash:10].js', './src/remote.ts');
  return defineConfig({
    ...common(name),
    root,
    plugins: [pluginReact(), buildManifestPlugin(name, root, sharedVersions)],
    environments: {
      web: {
        security: { sri: { enable: true } }, // the remote's own runtime checks its chunks
        source: { entry: {} },
        output: { assetPrefix: 'auto', distPath: { root: 'dist/web' } },
        tools: {
          htmlPlugin: false,
          rspack: { entry: {}, output: { uniqueName: name, strictModuleErrorHandling: true }, plugins: [federation, leanRuntime()] },
        },
      },
      node: {
        source: { entry: { remote: './src/remote.ts' } },
        output: { ...nodeOutput('dist/server'), assetPrefix: `/_carry_assets_/`, externals: sharedNames },
        // The variants of packages that need no Node: a server bundle may require nothing but the shared modules.
        tools: {
          rspack: {
            ...oneFile,
            resolve: { conditionNames: ['import', 'module', 'default'] },
            module: { parser: { javascript: { url: 'relative' } } },
          },
        },
      },
      standalone: {
        source: { entry: { index: './src/standalone.tsx' } },
        output: { distPath: { root: 'dist/standalone' } },
      },
    },
  });
}

/**
 * One remote under a development server, with hot updates: its own modules, in development mode, in place of a release.
 * `port`: where it is served. Not for publishing: nothing in it is pinned.
 */
export function remoteDevConfig(name: string, port: number, root = path.join(workspace, name)) {
  const origin = `http://localhost:${port}`;
  const federation = remoteContainer(name, 'remoteEntry.js', [path.join(workspace, 'tools/dev-client.js'), './src/remote.ts']);
  return defineConfig({
    ...common(name),
    root,
    mode: 'development',
    // the production JSX runtime is the one that every shell shares
    plugins: [pluginReact({ swcReactOptions: { development: false } })],
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
      rspack: { entry: {}, output: { uniqueName: name, strictModuleErrorHandling: true }, plugins: [federation, leanRuntime()] },
    },
  });
}

/** The shell's build: the page (`web`) and its server-side renderer (`node`). */
export function shellConfig(root = path.join(workspace, 'shell')) {
  // for `pnpm dev`: only the development build of React can take over a hot update
  const development = process.env.SHELL_BUILD === 'development';
  const dist = development ? 'dist-dev' : 'dist';
  const provided = (name: string) => ({ singleton: true, requiredVersion: sharedVersions[name] });
  const federation = new ModuleFederationPlugin({
    name: 'shell',
    remotes: {}, // none at build time: the release set in the page names them
    dts: false,
    manifest: false,
    shareStrategy: 'loaded-first',
    experiments: { asyncStartup: true, provideExternalRuntime: true, optimization: { disableSnapshot: true, target: 'web' } },
    shared: {
      react: provided('react'),
      'react/jsx-runtime': provided('react/jsx-runtime'),
      'react-dom': provided('react-dom'),
      'react-router-dom': { ...provided('react-router-dom'), import: './src/shared-router.ts', version: '7.18.5' },
    },
  });
  return defineConfig({
    ...common('shell'),
    root,
    mode: development ? 'development' : 'production',
    dev: { assetPrefix: '/assets/' },
    plugins: [
      pluginReact({ fastRefresh: false, swcReactOptions: { development: false } }),
      ...(development ? [] : [compressedPlugin(), socialPicturesPlugin()]),
    ],
    environments: {
      web: {
        security: { sri: { enable: true } },
        performance: { preload: { type: 'all-assets', include: [/\.woff2$/] } },
        source: { entry: { index: './src/index.tsx' } },
        output: {
          assetPrefix: '/assets/',
          distPath: { root: `${dist}/web` },
          filename: { js: '[name].[contenthash:10].js', css: '[name].[contenthash:10].css' },
        },
        tools: {
          rspack: {
            output: { uniqueName: 'shell', strictModuleErrorHandling: true },
            plugins: [federation, leanRuntime()],
            // With the router itself: alone it would be one more request before anything runs.
            optimization: {
              splitChunks: {
                cacheGroups: {
                  sharedRouter: {
                    test: /shell[\\/]src[\\/]shared-router/,
                    name: 'lib-router',
                    chunks: 'all',
                    enforce: true,
                    priority: 100,
                  },
                },
              },
            },
          },
        },
      },
      node: {
        source: { entry: { render: './server/render-worker.tsx' } },
        output: { ...nodeOutput(`${dist}/node`), assetPrefix: '/assets/' },
        tools: { rspack: oneFile },
      },
    },
  });
}
