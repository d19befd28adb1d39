import { createHash, randomUUID } from 'node:crypto';
import {
  constants,
  copyFileSync,
  linkSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ReleaseConflict } from '@carry/releases';
import type { Project } from './project';

/** Outside of the folder: a new file there would make the commit dirty, and remotes may share `node_modules`. */
export const getLockFile = (folder: string): string =>
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

/** Locks that this process holds. A file with its id that is not among them is from an earlier process with the same id. */
const held = new Set<string>();

/** Returns null, or the id of the process that holds the lock. */
function take(file: string, content: string): number | null {
  while (!create(file, content)) {
    const owner = read(file);
    if (owner === null) continue;
    const pid = Number(owner.split(' ', 1)[0]);
    const isHeld = pid === process.pid ? held.has(file) : pid > 0 && isRunning(pid);
    if (isHeld) return pid;
    removeOwn(file, owner); // stale lock file from a crashed process
  }
  held.add(file);
  return null;
}

function link(draft: string, file: string): void {
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    copyFileSync(draft, file, constants.COPYFILE_EXCL); // a file system without hard links
  }
}

/** Creates the file with its content at once: a reader never sees an empty one. */
function create(file: string, content: string): boolean {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, content);
    link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  } finally {
    rmSync(draft, { force: true });
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

function removeOwn(file: string, content: string): void {
  if (read(file) === content) rmSync(file, { force: true });
}

/** Runs a command that builds in a remote's folder. Throws {@link ReleaseConflict} while another process does: both would write the same files. */
export async function withFolderLock<Value>(
  { folder, name }: Pick<Project, 'folder' | 'name'>,
  run: () => Promise<Value>,
): Promise<Value> {
  const file = getLockFile(folder);
  const content = `${process.pid} ${randomUUID()}`;
  const holder = take(file, content);
  if (holder !== null)
    throw new ReleaseConflict(
      `${name} is being built in this folder by process ${holder}; run the command again when that has ended`,
    );
  try {
    return await run();
  } finally {
    held.delete(file);
    removeOwn(file, content);
  }
}
