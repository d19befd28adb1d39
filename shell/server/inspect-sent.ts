import path from 'node:path';
import { inspectSandboxed } from './render/inspect/inspect-sandboxed';

/** Reads the routes of an uploaded server bundle in a sandboxed process. */
export const inspectSent = inspectSandboxed(
  path.join(import.meta.dirname, '../dist/node/inspect.cjs'),
);
