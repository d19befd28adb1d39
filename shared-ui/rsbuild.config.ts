import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

/** Builds the gallery only; shared-ui itself is bundled into its consumers. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [pluginReact()],
  source: { entry: { index: './gallery/index.tsx' } },
  html: { mountId: 'root', title: 'Components' },
  output: { cssModules: { mode: 'pure' }, dataUriLimit: 0, legalComments: 'none' },
  tools: { rspack: { resolve: { conditionNames: ['worker', '...'] } } }, // as in the remotes' builds
  server: { port: Number(process.env['PORT'] || 3200), strictPort: true, host: 'localhost' },
});
