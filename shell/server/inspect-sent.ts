// Stays in this folder: the packaged release server resolves the path from its bundle's folder.
import path from 'node:path';
import { checkFilesSandboxed } from './render/inspect/check-files-sandboxed';
import { inspectSandboxed } from './render/inspect/inspect-sandboxed';

const getBundle = (file: string) => path.join(import.meta.dirname, '../dist/node', file);

export const inspectSent = inspectSandboxed(getBundle('inspect.cjs'));
export const checkFilesSent = checkFilesSandboxed(getBundle('check-files.cjs'));
