export { findBrowser, launchOptions, settled } from './browser';
export { openGates, type StartSite } from './gates';
export { type MinimalServer, startMinimalServer } from './minimal-server';
export { photograph } from './photograph';
export { serveFolder } from './serve-folder';
