import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(import.meta.url);
const tools = createRequire(require.resolve('@module-federation/enhanced/rspack'));
const runtimeTools = createRequire(tools.resolve('@module-federation/runtime-tools'));
const bundlerRuntime = runtimeTools.resolve('@module-federation/webpack-bundler-runtime');
const runtime = runtimeTools.resolve('@module-federation/runtime');
const fromRuntime = createRequire(runtime);
const sdk = fromRuntime.resolve('@module-federation/sdk');
const runtimeCore = fromRuntime.resolve('@module-federation/runtime-core');
const errorCodes = fromRuntime.resolve('@module-federation/error-codes');

const modulesOf = (file: string, extension = '.js') =>
  path.join(path.dirname(file), `index${extension}`);

/**
 * `resolve.alias` for builds with the federation plugin. The bundler asks for the runtime's CommonJS files, of which nothing can be
 * left out; these are the ES modules of the same packages.
 */
export const federationRuntimeAlias: Record<string, string> = {
  [bundlerRuntime]: modulesOf(bundlerRuntime),
  [runtime]: modulesOf(runtime),
  '@module-federation/runtime$': modulesOf(runtime),
  '@module-federation/runtime-core$': modulesOf(runtimeCore),
  '@module-federation/sdk$': modulesOf(sdk),
  '@module-federation/error-codes$': modulesOf(errorCodes, '.mjs'),
};
