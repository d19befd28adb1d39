import { randomUUID } from 'node:crypto';
import {
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MAX_OBJECT_BYTES } from '../limits/object-size';
import { assertStorePath, type Store, TooLarge } from './store';

const LOCK_STALE_MS = 10_000;
const LOCK_WAIT_MS = 15_000;

/** A running write or lock, or a stale one from a crashed writer. */
const isLitter = (name: string) => name.endsWith('.part') || name.endsWith('.lock');

const unlessMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null;
  throw error;
};

export class DirectoryStore implements Store {
  readonly name: string;
  readonly pollMs = 200; // reading a directory is cheap
  constructor(directory: string) {
    this.name = path.resolve(directory);
  }

  async read(file: string, maxBytes = MAX_OBJECT_BYTES): Promise<Buffer | null> {
    const handle = await open(this.resolve(file)).catch(unlessMissing);
    if (!handle) return null;
    try {
      const about = await handle.stat();
      if (about.isDirectory()) return null;
      if (about.size > maxBytes) throw new TooLarge(file, maxBytes);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  }

  async write(file: string, content: Buffer): Promise<void> {
    const target = this.resolve(file);
    const temporary = `${target}.${randomUUID()}.part`;
    try {
      await inFolder(temporary, () => writeFile(temporary, content, { flush: true }));
      await rename(temporary, target);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {}); // a full disk stays full of partial files
      throw error;
    }
  }

  async compareAndSwap(file: string, expected: Buffer | null, content: Buffer): Promise<boolean> {
    const unlock = await this.lock(`${file}.lock`);
    try {
      const current = await this.read(file);
      const same = expected && current ? expected.equals(current) : expected === current;
      if (same) await this.write(file, content);
      return same;
    } finally {
      await unlock();
    }
  }

  async compareAndRemove(file: string, expected: Buffer): Promise<boolean> {
    const unlock = await this.lock(`${file}.lock`);
    try {
      const isSame = (await this.read(file))?.equals(expected) ?? false;
      if (isSame) await rm(this.resolve(file), { force: true });
      return isSame;
    } finally {
      await unlock();
    }
  }

  list(prefix: string): Promise<string[]> {
    return this.listFiles(prefix, (name) => !isLitter(name));
  }

  listLitter(): Promise<string[]> {
    return this.listFiles('', isLitter);
  }

  async assertFit(): Promise<void> {} // lock files serialize writers

  async modified(file: string): Promise<Date | null> {
    return (await stat(this.resolve(file)).catch(unlessMissing))?.mtime ?? null;
  }

  async remove(file: string): Promise<void> {
    const target = this.resolve(file);
    await rm(target, { force: true });
    for (let folder = path.dirname(target); folder !== this.name; folder = path.dirname(folder)) {
      const emptied = await rmdir(folder).then(
        () => true,
        () => false,
      );
      if (!emptied) return;
    }
  }

  private async listFiles(prefix: string, matches: (name: string) => boolean): Promise<string[]> {
    const { length } = path.join(this.name, path.sep);
    return (await walk(this.resolve(prefix, true)))
      .filter((file) => matches(path.basename(file)))
      .map((file) => file.slice(length).replaceAll(path.sep, '/'))
      .sort();
  }

  private resolve(file: string, isPrefix = false): string {
    assertStorePath(file, isPrefix);
    return path.resolve(this.name, file);
  }

  /** Takes a lock that stands still for long, because its holder has crashed. Compares no clocks: those of a file server may differ. */
  private async lock(file: string): Promise<() => Promise<void>> {
    const target = this.resolve(file);
    const id = randomUUID();
    let seen: { holder: string; at: number } | undefined;
    const end = performance.now() + LOCK_WAIT_MS;
    for (; performance.now() < end; await sleep(20)) {
      if (await createLock(target, id)) return () => unlock(target, id);
      const holder = await readFile(target, 'utf8').catch(unlessMissing);
      if (holder === null) continue;
      if (seen?.holder !== holder) seen = { holder, at: performance.now() };
      if (performance.now() - seen.at > LOCK_STALE_MS) await unlock(target, holder);
    }
    throw new Error(`${file} is still locked; remove it if no publish is running`);
  }
}

/** Returns all files below a folder. A recursive `readdir` fails as a whole if one folder is removed meanwhile. */
async function walk(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(unlessMissing)) ?? [];
  const files = entries.map(async (entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return walk(file);
    return entry.isFile() ? [file] : [];
  });
  return (await Promise.all(files)).flat();
}

/** Creates a file in its folder; again if `remove` took the empty folder away meanwhile. */
async function inFolder<Result>(file: string, create: () => Promise<Result>): Promise<Result> {
  const attempt = async () => {
    await mkdir(path.dirname(file), { recursive: true });
    return create();
  };
  return attempt().catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return attempt();
    throw error;
  });
}

async function createLock(target: string, id: string): Promise<boolean> {
  const opened = inFolder(target, () => open(target, 'wx'));
  const handle = await opened.catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return null;
    throw error;
  });
  if (!handle) return false;
  try {
    await handle.writeFile(id);
    await handle.close(); // a network file system may report a full disk here
    return true;
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(target, { force: true }).catch(() => {}); // later changes would wait for an empty lock
    throw error;
  }
}

async function unlock(target: string, holder: string): Promise<void> {
  if ((await readFile(target, 'utf8').catch(unlessMissing)) === holder)
    await rm(target, { force: true });
}
