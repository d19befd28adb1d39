import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Rspack, rspack } from '@rsbuild/core';

/** Our federation runtime: a source here, compiled where the package is installed. */
const entry = ['entry.ts', 'entry.js']
  .map((file) => path.join(import.meta.dirname, '../src/runtime', file))
  .find((file) => existsSync(file)) as string;

/** The request by which the federation plugin puts a runtime into a build, and the packages that it would come from. */
export const RUNTIME_REQUEST = /^@module-federation\/runtime\/rspack\.js!=!/;
const PACKAGE = /[\\/]node_modules[\\/]@module-federation[\\/]/;

/**
 * Puts our federation runtime in the place of the package's, which is many times as much script. Its option `implementation` can
 * only name a folder with packages of its own names, such as no package can carry. A build with anything of the package's, or without ours, fails.
 */
export const ownRuntime = (): Rspack.RspackPluginInstance => ({
  apply(compiler: Rspack.Compiler) {
    new rspack.NormalModuleReplacementPlugin(RUNTIME_REQUEST, (data) => {
      data.request = entry;
    }).apply(compiler);
    compiler.hooks.thisCompilation.tap('carry:runtime', (compilation) => {
      compilation.hooks.finishModules.tap('carry:runtime', (modules) => {
        const files = [...modules].map((module) =>
          'resource' in module ? String(module.resource) : '',
        );
        const foreign = files.find((file) => PACKAGE.test(file));
        if (foreign || !files.includes(entry))
          compilation.errors.push(
            new rspack.WebpackError(
              `the federation plugin brings its own runtime (${foreign ?? 'and not ours'}); look at how it asks for one in remote-kit/build/runtime.ts`,
            ),
          );
      });
    });
  },
});
