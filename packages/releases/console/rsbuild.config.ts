import { SUPPORTED_BROWSERS } from '@carry/contracts/browsers';
import { defineConfig } from '@rsbuild/core';
import { pluginReact } from '@rsbuild/plugin-react';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [pluginReact()],
  source: { entry: { index: './index.tsx' } },
  html: { template: './index.html', scriptLoading: 'defer' },
  output: {
    assetPrefix: '/console/',
    overrideBrowserslist: [...SUPPORTED_BROWSERS],
    cssModules: { mode: 'pure' },
    dataUriLimit: 0, // the policy allows no inline fonts
  },
  tools: { rspack: { resolve: { conditionNames: ['worker', '...'] } } }, // as in the remotes' builds
});
