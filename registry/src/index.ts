export { ReleaseRefused } from './check';
export { DirectoryStore } from './directory-store';
export { listVersions, promote, readLive, readRelease } from './live';
export { integrityOf, type Published, publish } from './publish';
export { evaluateServerBundle, flattenRoutes, type SharedModules } from './server-bundle';
export type { Store } from './store';
