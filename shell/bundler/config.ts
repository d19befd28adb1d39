import path from 'node:path';
import {
  common,
  nodeOutput,
  oneFile,
  sharedModules,
  withoutDocument,
} from '@carry/remote-kit/build/common';
import { hostRuntimeAlias } from '@carry/remote-kit/build/federation-runtime';
import {
  compiledAhead,
  compressedPlugin,
  sortedIntegrityPlugin,
} from '@carry/remote-kit/build/plugins';
import { hiddenMaps, sourceMapsPlugin } from '@carry/remote-kit/build/source-maps';
import { ModuleFederationPlugin } from '@module-federation/enhanced/rspack';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { printerAlias, productionRouter, routerVersion } from './router';

/** The build of css-tree that opens no files. */
const stylesParserAlias = { 'css-tree$': 'css-tree/dist/csstree.esm' };

const rendererBuild = (folder: string) => ({
  mode: 'production' as const,
  source: {
    entry: {
      render: './server/render/worker/worker.tsx',
      inspect: './server/render/inspect/inspect.ts',
      'check-files': './server/render/inspect/check-files.ts',
    },
  },
  output: { ...nodeOutput(folder), assetPrefix: '/assets/' },
  splitChunks: false as const,
  tools: {
    rspack: {
      ...oneFile,
      resolve: { alias: { ...productionRouter.alias, ...stylesParserAlias } },
    },
  },
});

/** Bundle of a realm, with substitutes for Node modules. Always React's production build: the development build changes `Error`. */
const realmBuild = (folder: string) => ({
  mode: 'production' as const,
  source: {
    entry: {
      realm: './server/render/page/main.tsx',
      'inspect-realm': './server/render/page/inspect.ts',
    },
  },
  output: {
    ...nodeOutput(folder),
    target: 'web-worker' as const,
    distPath: { root: folder, js: '.' },
    assetPrefix: '/assets/',
  },
  splitChunks: false as const,
  tools: {
    rspack: {
      ...oneFile,
      resolve: { ...withoutDocument, alias: { ...productionRouter.alias, ...printerAlias } },
    },
  },
});

export const rendererConfig = (folder: string, root = path.join(import.meta.dirname, '..')) =>
  defineConfig({
    ...common('shell'),
    root,
    mode: 'production',
    plugins: [pluginReact({ fastRefresh: false })],
    environments: { node: rendererBuild(folder), realm: realmBuild(folder) },
  });

/** The first program of a page has to run in browsers older than the supported ones, to say so. */
const FIRST_PROGRAM_BROWSERS = ['chrome >= 61', 'edge >= 79', 'firefox >= 60', 'safari >= 11'];

const inlineBuild = (folder: string) => ({
  mode: 'production' as const,
  source: {
    entry: {
      first: './browser/inline/first.ts',
      development: './browser/inline/development.ts',
    },
  },
  output: {
    overrideBrowserslist: FIRST_PROGRAM_BROWSERS,
    distPath: { root: folder, js: '.' },
    filename: { js: '[name].js' },
  },
  splitChunks: false as const,
  tools: { htmlPlugin: false as const },
});

export const inlineConfig = (folder: string, root = path.join(import.meta.dirname, '..')) =>
  defineConfig({ ...common('shell'), root, environments: { inline: inlineBuild(folder) } });

/** The federation host. It shares modules and the runtime with every remote and lists no remotes at build time. */
function federationHost() {
  const provided = (name: keyof typeof sharedModules) => ({
    singleton: true,
    eager: true,
    requiredVersion: sharedModules[name].requiredVersion,
  });
  return new ModuleFederationPlugin({
    name: 'shell',
    remotes: {},
    dts: false,
    manifest: false,
    shareStrategy: 'loaded-first',
    experiments: {
      provideExternalRuntime: true, // one runtime per page
      optimization: { disableSnapshot: true, target: 'web' },
    },
    shared: {
      react: provided('react'),
      'react/jsx-runtime': provided('react/jsx-runtime'),
      'react-dom': provided('react-dom'),
      'react-dom/client': provided('react-dom/client'),
      'react-router-dom': {
        ...provided('react-router-dom'),
        import: './universal/routing/shared-router.ts',
        version: routerVersion,
      },
    },
  });
}

export function shellConfig(root = path.join(import.meta.dirname, '..')) {
  // for `npm run dev`: hot updates need React's development build
  const development = process.env['SHELL_BUILD'] === 'development';
  const dist = development ? 'dist-dev' : 'dist';
  return defineConfig({
    ...common('shell'),
    root,
    mode: development ? 'development' : 'production',
    dev: { assetPrefix: '/assets/' },
    plugins: [
      pluginReact({ fastRefresh: false, swcReactOptions: { development: false } }),
      ...(development
        ? []
        : [sourceMapsPlugin(['web']), sortedIntegrityPlugin(), compressedPlugin()]),
    ],
    environments: {
      web: {
        security: { sri: { enable: true } },
        performance: { preload: { type: 'all-assets', include: [/-basic.*\.woff2$/] } },
        source: { entry: { index: './browser/main.ts' } },
        output: {
          assetPrefix: '/assets/',
          sourceMap: development ? false : hiddenMaps,
          distPath: { root: `${dist}/web` },
          filename: { js: '[name].[contenthash:10].js', css: '[name].[contenthash:10].css' },
        },
        tools: {
          rspack: {
            resolve: {
              ...withoutDocument,
              alias: {
                ...hostRuntimeAlias,
                ...(development ? {} : productionRouter.alias),
              },
            },
            module: { rules: [productionRouter.rule] },
            output: { uniqueName: 'shell', strictModuleErrorHandling: true },
            plugins: [federationHost(), compiledAhead()],
            // Together with the router: a separate file would be one more request before the start.
            optimization: {
              splitChunks: {
                cacheGroups: {
                  defaultVendors: false,
                  sharedRouter: {
                    test: /shell[\\/]universal[\\/]routing[\\/]shared-router/,
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
      inline: inlineBuild(`${dist}/inline`),
      node: rendererBuild(`${dist}/node`),
      realm: realmBuild(`${dist}/node`),
    },
  });
}
