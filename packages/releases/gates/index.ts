export { findBrowser, launchOptions, settled } from './browser';
export { openGate, type StartSite } from './gate';
export { type MinimalServer, startMinimalServer } from './minimal-server';
export { photograph } from './photograph';
