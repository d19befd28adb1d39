import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../repository/workspace';

const skipped = new Set(['node_modules', 'dist', 'dist-dev', 'test', '.data']);
/** Tests, and the types of styles that `npm run check` writes: no build reads them. */
const UNBUILT = /\.test\.tsx?$|\.module\.css\.d\.ts$/;

export function sourceHash(packages: string[], workspace = root): string {
  const hash = createHash('sha256').update(readFileSync(path.join(workspace, 'pnpm-lock.yaml')));
  const add = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const full = path.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!skipped.has(entry.name)) add(full);
      } else if (!UNBUILT.test(entry.name))
        hash.update(`${path.relative(workspace, full)}\0`).update(readFileSync(full));
    }
  };
  for (const name of packages) add(path.join(workspace, name));
  return hash.digest('hex');
}

const getStampPath = (folder: string) => path.join(folder, 'dist/.sources');

export function readStamp(folder: string): string | null {
  try {
    return readFileSync(getStampPath(folder), 'utf8');
  } catch {
    return null;
  }
}

export const eraseStamp = (folder: string) => rmSync(getStampPath(folder), { force: true });

export const writeStamp = (folder: string, hash: string) =>
  writeFileSync(getStampPath(folder), hash);
