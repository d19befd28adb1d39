// Replaces the federation runtime's reader of manifests. Its option `disableSnapshot` stops the use, but keeps the code in the bundle.

/** Members that the runtime uses without manifests. */
export class SnapshotHandler {
  readonly manifestCache = new Map();
  readonly hooks = { applyPlugin: () => {} };

  loadRemoteSnapshotInfo(): never {
    throw new Error('this page reads no manifest');
  }
}

export const getGlobalRemoteInfo = () => ({});
