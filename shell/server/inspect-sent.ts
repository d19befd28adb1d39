import path from 'node:path';
import { inspectSealed } from './render/inspect/inspect-sandboxed';

/** Asks code that somebody has sent which routes it has, in a sealed process of the shell that is built here. */
export const inspectSent = inspectSealed(
  path.join(import.meta.dirname, '../dist/node/inspect.cjs'),
);
