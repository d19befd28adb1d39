import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** A local cache of store files. It never throws: a missing, full or corrupt folder counts as a cache miss. */
export class LocalCopy {
  private failing = false;

  private readonly folder: string;
  private readonly log: (line: string) => void;

  constructor(folder: string, log: (line: string) => void) {
    this.folder = folder;
    this.log = log;
  }

  read = (file: string): Promise<Buffer | null> => readFile(this.resolve(file)).catch(() => null);

  /** Writes atomically, also with concurrent writers or a power failure. Returns true if it wrote. */
  async write(file: string, content: Buffer): Promise<boolean> {
    const target = this.resolve(file);
    const part = `${target}.${randomUUID()}.part`;
    try {
      await mkdir(path.dirname(target), { recursive: true });
      const handle = await open(part, 'wx');
      try {
        await handle.writeFile(content);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(part, target);
      this.failing = false;
      return true;
    } catch (error) {
      await rm(part, { force: true }).catch(() => {}); // on the same full or broken disk
      if (!this.failing)
        this.log(`cannot write the last good set to ${this.folder}: ${(error as Error).message}`);
      this.failing = true;
      return false;
    }
  }

  /** Removes a copy; a damaged one that stays is discarded again when it is read. */
  discard = (file: string): Promise<void> =>
    rm(this.resolve(file), { recursive: true, force: true }).catch(() => {});

  list = (folder = ''): Promise<string[]> => readdir(this.resolve(folder)).catch(() => []);

  private resolve = (file: string) => path.join(this.folder, file);
}

/** For a site that tries a release candidate: its store outlives it. */
export const noCopy: Pick<LocalCopy, 'read' | 'write' | 'discard' | 'list'> = {
  read: async () => null,
  write: async () => true,
  discard: async () => {},
  list: async () => [],
};
