export type { LivePointer } from '@carry/contracts/release';
export { readGitCommit } from './artifacts/commit';
export { samplePath } from './artifacts/route-paths';
export { evaluateServerBundle, type SharedModules } from './artifacts/server-bundle';
export { type CheckFiles, checkFilesHere } from './checks/built-files';
export { type Candidate, checkFolder, readBuildVersion } from './checks/candidate';
export { checkKit } from './checks/compatible';
export {
  declaredRoutes,
  type Inspect,
  type Inspection,
  inspectHere,
  renderRoutes,
} from './checks/inspection';
export { MAX_PAGE_ORIGINS_LENGTH } from './checks/origins';
export { readNeeds } from './checks/scoping';
export { checkSinks } from './checks/sinks';
export { encode, MalformedDocument, parseDocument } from './documents/document';
export { computeIntegrity, recordedIntegrity } from './documents/integrity';
export { isCanary, isQuarantined, servedVersion, versionBefore } from './documents/version-history';
export { describeFailure, ReleaseConflict, ReleaseRefused } from './errors/errors';
export { eventVariables } from './events/event-variables';
export { RateLimiter } from './limits/rate-limiter';
export { collectGarbage } from './maintenance/collect';
export { type ChangePart, describeChange } from './pointers/describe-change';
export { setFlag } from './pointers/feature-flags';
export { describeFreeze, findFreeze } from './pointers/freeze';
export { changeLive, readAudit, readLive, readRelease, storeExists } from './pointers/live';
export {
  lock,
  promote,
  retire,
  rollback,
  setCanary,
  unlock,
} from './pointers/pointers';
export {
  type PreviewClaim,
  parsePreview,
  signPreview,
  verifyPreview,
} from './pointers/preview-link';
export { addPreviewNote, findPreviewAuthor, type PreviewNote } from './pointers/preview-notes';
export {
  endPreview,
  extendPreview,
  getChanges,
  listPreviews,
  readPreviews,
  setPreview,
} from './pointers/previews';
export { type Published, type PublishOptions, publish, type Target } from './pointers/publish';
export { lift, quarantine } from './pointers/quarantine';
export { abortRollout, advanceRollout, setRolloutPaused, startRollout } from './pointers/rollout';
export {
  announceRollout,
  findRolloutHold,
  holdRollout,
  type RolloutDecisions,
  readRolloutDecisions,
} from './pointers/rollout-holds';
export { ownServes } from './pointers/serves';
export { signStored } from './pointers/sign-stored';
export {
  addOwner,
  installSite,
  readOwners,
  readSite,
  removeOwner,
  rotateKey,
  setServes,
} from './pointers/site';
export { setCountersigners, setSiteKeys } from './pointers/site-keys';
export { readLiveAfter, UnexplainedChange } from './pointers/succession';
export { compareRecords, readPictures } from './reports/difference';
export { askLocally, getLocalSocket } from './reports/local-socket';
export { nameAuthor } from './reports/name-author';
export { HttpStoreClient } from './service/http-store-client';
export { newPrivateKey, readKey, readSigningKey, type SigningKey } from './signing/keys';
export { assertPreviewTrusted, assertRetired } from './signing/orders';
export { createSignature, Untrusted } from './signing/signature';
export { assertPointerTrusted, readPointer, SignedStore } from './signing/signed-store';
export {
  deriveTrust,
  mustBeSigned,
  originProblem,
  readOperators,
  type Trust,
} from './signing/trust';
export { DirectoryStore } from './stores/directory-store';
export { isStoreLocation, openStore } from './stores/open-store';
export { OverlayStore } from './stores/overlay-store';
export { storeRefusal } from './stores/refusal';
export {
  isLasting,
  isSealed,
  listShells,
  readShell,
  type ShellRecord,
  shellFile,
  storeShell,
} from './stores/shells';
export { InvalidPath, type Store, TooLarge, UnsafeStore } from './stores/store';
export { listPictures, readPicture } from './stores/stored-pictures';
export { releaseVariables } from './variables';
