import path from 'node:path';
import { withoutDocument } from '@carry/remote-kit/build/common';
import { compressedPlugin } from '@carry/remote-kit/build/plugins';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

/** Builds the same sources as one single-page app, the baseline. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [pluginReact(), compressedPlugin('')],
  source: { entry: { index: './spa/index.tsx' } },
  html: { mountId: 'root' },
  output: {
    distPath: { root: path.join(import.meta.dirname, 'dist') },
    legalComments: 'none',
    dataUriLimit: 0,
    cssModules: { mode: 'pure' },
  },
  tools: { rspack: { resolve: withoutDocument } },
});
