import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

/** The page of all components; shared-ui itself is built into those who use it. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [pluginReact()],
  source: { entry: { index: './gallery/index.tsx' } },
  html: { mountId: 'root', title: 'Components' },
  output: { cssModules: { mode: 'pure' }, dataUriLimit: 0, legalComments: 'none' },
  tools: { rspack: { resolve: { conditionNames: ['worker', '...'] } } }, // as the remotes are built
  server: { port: Number(process.env['PORT'] || 3200), strictPort: true, host: 'localhost' },
});
