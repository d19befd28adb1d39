import { type RsbuildPlugin, type Rspack, rspack } from '@rsbuild/core';

const NAME = 'carry:scoped-styles';
/** Attribute that only the kit's `RemoteSlot` prints. */
const SLOT = 'data-slot-props';

async function scopeAll(compilation: Rspack.Compilation, remote: string): Promise<void> {
  const assets = compilation.getAssets();
  const files = assets.filter(({ name }) => name.endsWith('.css'));
  if (files.length === 0) return;
  const { scopeStyles } = await import('./scope-styles');
  const sheets = files.map(({ source }) => source.source().toString());
  const showsSlots = assets.some(
    ({ name, source }) => name.endsWith('.js') && source.source().includes(SLOT),
  );
  for (const [index, edits] of scopeStyles(sheets, remote, showsSlots).entries()) {
    const file = files[index];
    if (!file || edits.length === 0) continue;
    compilation.updateAsset(file.name, (source) => {
      const scoped = new rspack.sources.ReplaceSource(source); // keeps the source map
      for (const { start, end, text } of edits) scoped.replace(start, end - 1, text);
      return scoped;
    });
  }
}

export const scopedStylesPlugin = (remote: string): RsbuildPlugin => ({
  name: NAME,
  setup(api) {
    const stage = rspack.Compilation.PROCESS_ASSETS_STAGE_PRE_PROCESS; // before the minifier and the hashes
    const plugin: Rspack.RspackPluginInstance = {
      apply({ hooks }) {
        hooks.compilation.tap(NAME, (compilation) => {
          compilation.hooks.processAssets.tapPromise({ name: NAME, stage }, () =>
            scopeAll(compilation, remote),
          );
        });
      },
    };
    api.modifyRspackConfig((_, { appendPlugins, environment }) => {
      if (environment.name === 'web') appendPlugins(plugin); // the standalone page has no other teams
    });
  },
});
