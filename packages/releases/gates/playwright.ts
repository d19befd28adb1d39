import { createRequire } from 'node:module';

/** Required when it is asked for, not imported: to load it takes 0.6 s of processor time, and most who look for a browser find one without it. */
export const playwright = () =>
  createRequire(import.meta.url)('playwright') as typeof import('playwright');
