export * from '@carry/contracts/shell';
export * from './browser/focus';
export * from './browser/platform';
export { saveFile } from './browser/save-file';
export * from './browser/use-copy';
export { useIsHere } from './browser/use-is-here';
export { usePageRestored } from './browser/use-page-restored';
export { useRefreshed, useRefreshFailure } from './browser/use-refreshed';
export * from './form';
export * from './list/load-more';
export * from './list/months';
export * from './list/open-months';
export * from './list/pages';
export * from './list/read-list';
export * from './list/timeline';
export * from './list/use-pages';
export * from './messages/pick-messages';
export * from './route/asset';
export * from './route/call-failure';
export * from './route/defer-until-paint';
export * from './route/failure-reference';
export * from './route/page-content';
export {
  defineRemote,
  lazyRoute,
  load,
  type PageShell,
  type RemoteShell,
  useShell,
} from './route/remote';
export * from './route/retry';
export * from './route/setting-link';
export { lazySlot } from './slot/lazy-slot';
export { RemoteSlot } from './slot/remote-slot';
export * from './time/countdown';
export * from './time/held-time';
export * from './time/history-words';
export * from './time/session-time';
export * from './time/time';
export * from './times/days';
export { LaterTimes, type LaterTimesProps } from './times/later-times';
export { type LoadedTimes, useOtherTimes } from './times/use-other-times';
export { useTimesForm } from './times/use-times-form';
export { useUnsavedChanges } from './unsaved/unsaved';
