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

const getEsModule = (file: string, extension = '.js') =>
  path.join(path.dirname(file), `index${extension}`);

/** The runtime's reader of manifests, which pages do not use. */
export const snapshotHandler = path.join(
  path.dirname(runtimeCore),
  'plugins/snapshot/SnapshotHandler.js',
);

/**
 * `resolve.alias` for builds with the federation plugin. Replaces the runtime's CommonJS files with ES modules, which allow tree
 * shaking.
 */
export const federationRuntimeAlias: Record<string, string> = {
  [bundlerRuntime]: getEsModule(bundlerRuntime),
  [runtime]: getEsModule(runtime),
  '@module-federation/runtime$': getEsModule(runtime),
  '@module-federation/runtime-core$': getEsModule(runtimeCore),
  '@module-federation/sdk$': getEsModule(sdk),
  '@module-federation/error-codes$': getEsModule(errorCodes, '.mjs'),
};
