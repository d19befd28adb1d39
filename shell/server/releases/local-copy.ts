import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * A folder of this machine that remembers files of the store. It is a cache: missing, read-only, full or wrong it costs what it
 * would have remembered, and nothing in here throws.
 */
export class LocalCopy {
  private failing = false;

  private readonly folder: string;
  private readonly log: (line: string) => void;

  constructor(folder: string, log: (line: string) => void) {
    this.folder = folder;
    this.log = log;
  }

  read = (file: string): Promise<Buffer | null> => readFile(this.resolve(file)).catch(() => null);

  /** Keeps a file whole or not at all, also when two processes write it at once or the power fails. */
  async write(file: string, content: Buffer): Promise<void> {
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
    } catch (error) {
      await rm(part, { force: true }).catch(() => {});
      if (!this.failing)
        this.log(`the local copy in ${this.folder} cannot be written: ${(error as Error).message}`);
      this.failing = true;
    }
  }

  /** Throws away what turned out to be wrong. */
  discard = (file: string): Promise<void> =>
    rm(this.resolve(file), { recursive: true, force: true }).catch(() => {});

  /** The names in a folder; none when it cannot be read. */
  list = (folder = ''): Promise<string[]> => readdir(this.resolve(folder)).catch(() => []);

  private resolve = (file: string) => path.join(this.folder, file);
}

/** Of who has nothing to remember: a site that tries a candidate is gone before its store is. */
export const noCopy: Pick<LocalCopy, 'read' | 'write' | 'discard' | 'list'> = {
  read: async () => null,
  write: async () => {},
  discard: async () => {},
  list: async () => [],
};
