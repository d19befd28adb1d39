import { createRequire } from 'node:module';

/** Loaded on demand: loading takes 0.6 s of CPU time, and most machines have a browser without it. */
export const playwright = () =>
  createRequire(import.meta.url)('playwright') as typeof import('playwright');
