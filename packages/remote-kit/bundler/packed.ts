import { readFileSync } from 'node:fs';
import { type Rspack, rspack } from '@rsbuild/core';

export interface PackedBuild {
  /** Folder of its container, relative to its build. Its files are addressed from there. */
  folder: string;
  /** File with its classic scripts. They run first in the entry, because they read `document.currentScript`. */
  scripts?: string;
  aliases: { web: Record<string, string>; server: Record<string, string> };
}

export function withPacked<Options extends { resolve: object; plugins: unknown[] }>(
  options: Options,
  { scripts, aliases }: PackedBuild,
) {
  const { alias = {} } = options.resolve as { alias?: Record<string, string> };
  return {
    ...options,
    resolve: { ...options.resolve, alias: { ...alias, ...aliases.web } },
    plugins: scripts ? [...options.plugins, prepend(scripts)] : options.plugins,
  };
}

const prepend = (file: string): Rspack.RspackPluginInstance => ({
  apply(compiler) {
    compiler.hooks.compilation.tap('carry:packed', (compilation) => {
      const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_OPTIMIZE_SIZE + 1; // it is minified already
      compilation.hooks.processAssets.tap({ name: 'carry:packed', stage }, (assets) => {
        for (const name of Object.keys(assets))
          if (/remoteEntry\.[^/]+\.js$/.test(name))
            compilation.updateAsset(
              name,
              (source) => new rspack.sources.ConcatSource(readFileSync(file, 'utf8'), source),
            );
      });
    });
  },
});
