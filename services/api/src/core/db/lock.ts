import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Locks a folder for this process and returns the unlock function. Throws if a running process holds the lock. */
export function lockFolder(folder: string): () => void {
  const file = path.join(folder, 'lock');
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
  } catch {
    const owner = Number(readFileSync(file, 'utf8'));
    if (owner !== process.pid && isAlive(owner))
      throw new Error(`${folder} is in use by process ${owner}; stop it or set DATABASE_URL`);
    writeFileSync(file, String(process.pid)); // stale lock file from a crashed process
  }
  return () => rmSync(file, { force: true });
}

function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}
