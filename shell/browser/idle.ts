// Loaded when a page is idle.
export { createIdlePrefetch } from './loading/idle-prefetch';
export { restoreLateScroll } from './navigation/late-scroll';
