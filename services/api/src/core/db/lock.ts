import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Intervals of the heartbeat, which is the modification time of the lock file. */
const defaultTimes = { beatMs: 2000, staleMs: 10_000 };

/** Locks a folder and resolves with the unlock function. Throws while the holder runs; in another container, while its heartbeat goes on. */
export async function lockFolder(
  folder: string,
  { beatMs, staleMs } = defaultTimes,
): Promise<() => void> {
  const file = path.join(folder, 'lock');
  const content = `${process.pid} ${hostname()} ${randomUUID()}`;
  while (!create(file, content)) {
    const owner = read(file);
    if (owner === null) continue;
    if (await isHeld(file, owner, staleMs))
      throw new Error(
        `${folder} is in use by process ${owner.split(' ', 2).join(' on ')}; stop it or set DATABASE_URL. If it is another program, delete ${file}`,
      );
    removeOwn(file, owner); // stale lock file from a crashed process
  }
  const timer = setInterval(() => {
    if (read(file) === content) touch(file);
  }, beatMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    removeOwn(file, content);
  };
}

function create(file: string, content: string): boolean {
  try {
    writeFileSync(file, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

async function isHeld(file: string, owner: string, staleMs: number): Promise<boolean> {
  const [pid = '', host = hostname()] = owner.split(' '); // earlier releases wrote no host
  if (host === hostname() && Number(pid) !== process.pid) return isRunning(Number(pid));
  const beat = lastBeat(file);
  await sleep(staleMs);
  return read(file) === owner && lastBeat(file) !== beat;
}

const lastBeat = (file: string) => statSync(file, { throwIfNoEntry: false })?.mtimeMs;

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // it runs as another user
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {} // removed meanwhile; the next heartbeat tries again
}

function removeOwn(file: string, content: string): void {
  if (read(file) === content) rmSync(file, { force: true });
}
