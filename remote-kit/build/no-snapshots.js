// In place of the federation runtime's snapshots and manifests: releases are named by the site, so nothing is ever read here.

export class SnapshotHandler {
  hooks = { applyPlugin() {} };
  manifestCache = new Map();
}

export const getGlobalRemoteInfo = () => ({});
