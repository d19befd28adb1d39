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
const provider = createRequire(tools.resolve('@module-federation/rspack')).resolve(
  '@module-federation/inject-external-runtime-core-plugin',
);

const getEsModule = (file: string, extension = '.js') =>
  path.join(path.dirname(file), `index${extension}`);

const unused = path.join(import.meta.dirname, 'unused-runtime.js');
const withoutParts = (runtime: string, files: string[]) =>
  Object.fromEntries(files.map((file) => [path.join(path.dirname(runtime), file), unused]));

/** Replaces the runtime's CommonJS files with ES modules, which allow tree shaking. */
const esModules = {
  [bundlerRuntime]: getEsModule(bundlerRuntime),
  [runtime]: getEsModule(runtime),
  [provider]: getEsModule(provider),
  '@module-federation/runtime-tools/runtime-core$': getEsModule(runtimeCore),
  '@module-federation/runtime$': getEsModule(runtime),
  '@module-federation/runtime-core$': getEsModule(runtimeCore),
  '@module-federation/sdk$': getEsModule(sdk),
  '@module-federation/error-codes$': getEsModule(errorCodes, '.mjs'),
};

/** `resolve.alias` of a host that lists no remotes and reads no manifests. */
export const hostRuntimeAlias: Record<string, string> = {
  ...esModules,
  ...withoutParts(runtimeCore, ['plugins/snapshot/SnapshotHandler.js', 'utils/preload.js']),
  ...withoutParts(bundlerRuntime, ['remotes.js', 'init.js', 'getSharedFallbackGetter.js']),
};

/** `resolve.alias` of a remote, whose host has the rest of the runtime. */
export const remoteRuntimeAlias: Record<string, string> = {
  ...esModules,
  ...withoutParts(bundlerRuntime, ['init.js', 'getSharedFallbackGetter.js']),
  '@module-federation/error-codes$': unused,
};
