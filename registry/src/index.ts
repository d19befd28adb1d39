export type { LivePointer } from '@carry/contracts/release';
export { type Candidate, versionOfBuild } from './candidate';
export { checkSinks } from './checks/sinks';
export { DirectoryStore } from './directory-store';
export { encode, MalformedDocument, parseDocument } from './document';
export { ReleaseConflict, ReleaseRefused } from './errors';
export { integrityOf, recordedIntegrity } from './integrity';
export { isQuarantined, servedVersion, versionBefore } from './line';
export { changeLive, readAudit, readLive, readRelease, storeExists } from './live';
export { isStoreLocation, openStore } from './open-store';
export { OverlayStore } from './overlay-store';
export { lock, promote, retire, revertCanary, rollback, setCanary, unlock } from './pointers';
export { type PreviewClaim, parsePreview, signPreview, verifyPreview } from './preview-link';
export { endPreview, listPreviews, readPreviews, setPreview } from './previews';
export { type Published, type PublishOptions, publish, type Target } from './publish';
export { lift, quarantine } from './quarantine';
export { evaluateServerBundle, flattenRoutes, type SharedModules } from './server-bundle';
export { ownServes } from './serves';
export {
  isLasting,
  isSealed,
  listShells,
  readShell,
  type ShellRecord,
  shellFile,
  storeShell,
} from './shells';
export { Untrusted } from './signing/signature';
export { assertPointerTrusted, SignedStore } from './signing/signed-store';
export { mustBeSigned, readOperators, type Trust, trustOf } from './signing/trust';
export {
  addOwner,
  installSite,
  readOwners,
  readSite,
  removeOwner,
  rotateKey,
  setServes,
} from './site';
export { type Store, TooLarge, UnfitStore } from './store';
export { readLiveAfter, UnexplainedChange } from './succession';
