export { ReleaseRefused } from './check';
export { DirectoryStore } from './directory-store';
export { changeLive, encode, ReleaseConflict, readAudit, readLive, readRelease } from './live';
export { isStoreLocation, openStore } from './open-store';
export { lock, promote, rollback, setCanary, takeBack, unlock } from './pointers';
export { listPreviews, type PreviewClaim, parsePreview, readPreviews, setPreview, signPreview, verifyPreview } from './previews';
export { type Candidate, integrityOf, type Published, type PublishOptions, publish } from './publish';
export { evaluateServerBundle, flattenRoutes, type SharedModules } from './server-bundle';
export type { Store } from './store';
