import { type RsbuildPlugin, type Rspack, rspack } from '@rsbuild/core';

const MAP = /(?<=\.sri\w*Hashes\s*=\s*\{)[^}]+/g;
const NAME = 'carry:sorted-integrity';

const sortIntegrity = (code: string): string =>
  code.replace(MAP, (entries) => entries.split(',').toSorted().join(','));

function sortAll(compilation: Rspack.Compilation): void {
  for (const { name, source } of compilation.getAssets()) {
    const code = name.endsWith('.js') ? source.source().toString() : '';
    const sorted = sortIntegrity(code);
    if (sorted !== code) compilation.updateAsset(name, new rspack.sources.RawSource(sorted));
  }
}

/** Sorts the integrity hashes of chunks: the bundler's order depends on timing, and with it the version of a release. */
export const sortedIntegrityPlugin = (): RsbuildPlugin => ({
  name: NAME,
  setup(api) {
    // after the source maps, which the order does not change, and before the hashes of files
    const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_DEV_TOOLING + 1;
    api.modifyRspackConfig((_, { appendPlugins }) =>
      appendPlugins({
        apply({ hooks }: Rspack.Compiler) {
          hooks.compilation.tap(NAME, (compilation) => {
            compilation.hooks.processAssets.tap({ name: NAME, stage }, () => sortAll(compilation));
          });
        },
      }),
    );
  },
});
