import path from 'node:path';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';
import { common, nodeOutput, oneFile, withoutDocument } from 'remote-kit/build/common';
import { compressedPlugin } from 'remote-kit/build/plugins';
import { socialPicturesPlugin } from './social-pictures';

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

/** The shell's build: the page (`web`) and its server-side renderer (`node`). */
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
      ...(development ? [] : [compressedPlugin(), socialPicturesPlugin()]),
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
      node: rendererBuild(`${dist}/node`),
    },
  });
}
