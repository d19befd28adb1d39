import path from 'node:path';
import { inspectSandboxed } from './render/inspect/inspect-sandboxed';

export const inspectSent = inspectSandboxed(
  path.join(import.meta.dirname, '../dist/node/inspect.cjs'),
);
