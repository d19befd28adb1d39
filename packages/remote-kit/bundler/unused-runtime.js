// Replaces parts of the federation runtime that pages do not use. Its options stop the use, but keep the code in the bundle.

const refuse = () => {
  throw new Error(
    'the federation runtime of this site has no preloadRemote and reads no mf-manifest.json: the site preloads what its links need, and a slot shows a part of another remote',
  );
};

// Hosts: manifests, preloading by them, and remotes that the build lists. The shell loads remotes by its composition.
export class SnapshotHandler {
  manifestCache = new Map();
  hooks = { applyPlugin: () => {} };
  loadRemoteSnapshotInfo = refuse;
}
export const getGlobalRemoteInfo = () => ({});
export const defaultPreloadArgs = refuse;
export const formatPreloadArgs = refuse;
export const normalizePreloadExposes = refuse;
export const preloadAssets = refuse;
export const remotes = refuse;

// Remotes: codes of errors that only hosts report.
export const RUNTIME_009 = 'RUNTIME-009';
export const runtimeDescMap = { [RUNTIME_009]: 'Please call createInstance first.' };

// Both: tree-shaken shared modules. The package's own `init` adds a plugin that serves only them.
export const getSharedFallbackGetter = refuse;
export const init = ({ webpackRequire }) =>
  webpackRequire.federation.runtime.init(webpackRequire.federation.initOptions);
