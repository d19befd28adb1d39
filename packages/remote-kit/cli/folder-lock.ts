import { createHash } from 'node:crypto';
import { readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ReleaseConflict } from '@carry/releases';
import type { Project } from './project';

/** Outside of the folder: a new file there would make the commit dirty, and remotes may share `node_modules`. */
export const lockOf = (folder: string): string =>
  path.join(
    tmpdir(),
    `carry-build-${createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 16)}.lock`,
  );

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // it runs as another user
  }
}

function take(file: string): number | null {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const holder = Number(readFileSync(file, 'utf8'));
  if (holder > 0 && isRunning(holder)) return holder;
  rmSync(file, { force: true }); // stale lock file from a crashed process
  return take(file);
}

/** Runs a command that builds in a remote's folder. Throws {@link ReleaseConflict} while another process does: both would write the same files. */
export async function withFolderLock<Value>(
  { folder, name }: Pick<Project, 'folder' | 'name'>,
  run: () => Promise<Value>,
): Promise<Value> {
  const file = lockOf(folder);
  const holder = take(file);
  if (holder !== null)
    throw new ReleaseConflict(
      `${name} is being built in this folder by process ${holder}; run the command again when that has ended`,
    );
  try {
    return await run();
  } finally {
    rmSync(file, { force: true });
  }
}
