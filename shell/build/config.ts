import path from 'node:path';
import { common, nodeOutput, oneFile, withoutDocument } from '@carry/remote-kit/build/common';
import { compressedPlugin } from '@carry/remote-kit/build/plugins';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

/** What render processes run: one file. */
const rendererBuild = (folder: string) => ({
  source: { entry: { render: './server/render/worker.tsx' } },
  output: { ...nodeOutput(folder), assetPrefix: '/assets/' },
  tools: { rspack: oneFile },
});

/** That file alone, into another folder, for tests. */
export const rendererConfig = (folder: string, root = path.join(import.meta.dirname, '..')) =>
  defineConfig({
    ...common('shell'),
    root,
    mode: 'production',
    plugins: [pluginReact({ fastRefresh: false })],
    environments: { node: rendererBuild(folder) },
  });

/** Programs that stand in the page itself: each one file, without a runtime. */
const inlineBuild = (folder: string) => ({
  mode: 'production' as const,
  source: {
    entry: { first: './browser/inline/first.ts', development: './browser/inline/development.ts' },
  },
  output: { distPath: { root: folder, js: '.' }, filename: { js: '[name].js' } },
  splitChunks: false as const,
  tools: { htmlPlugin: false as const },
});

/** Those alone, into another folder, for tests. */
export const inlineConfig = (folder: string, root = path.join(import.meta.dirname, '..')) =>
  defineConfig({ ...common('shell'), root, environments: { inline: inlineBuild(folder) } });

/** The shell's build: the page (`web`), what stands in it (`inline`) and its server-side renderer (`node`). */
export function shellConfig(root = path.join(import.meta.dirname, '..')) {
  // for `pnpm dev`: only the development build of React can take over a hot update
  const development = process.env['SHELL_BUILD'] === 'development';
  const dist = development ? 'dist-dev' : 'dist';
  return defineConfig({
    ...common('shell'),
    root,
    mode: development ? 'development' : 'production',
    dev: { assetPrefix: '/assets/' },
    plugins: [
      pluginReact({ fastRefresh: false, swcReactOptions: { development: false } }),
      ...(development ? [] : [compressedPlugin()]),
    ],
    environments: {
      web: {
        security: { sri: { enable: true } },
        performance: { preload: { type: 'all-assets', include: [/\.woff2$/] } },
        source: { entry: { index: './browser/index.tsx' } },
        output: {
          assetPrefix: '/assets/',
          distPath: { root: `${dist}/web` },
          filename: { js: '[name].[contenthash:10].js', css: '[name].[contenthash:10].css' },
        },
        tools: {
          rspack: {
            resolve: withoutDocument,
            output: { uniqueName: 'shell', strictModuleErrorHandling: true },
          },
        },
      },
      inline: inlineBuild(`${dist}/inline`),
      node: rendererBuild(`${dist}/node`),
    },
  });
}
