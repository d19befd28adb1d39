// Stays in this folder: the packaged release server resolves the path from its bundle's folder.
import path from 'node:path';
import { inspectSandboxed } from './render/inspect/inspect-sandboxed';

export const inspectSent = inspectSandboxed(
  path.join(import.meta.dirname, '../dist/node/inspect.cjs'),
);
