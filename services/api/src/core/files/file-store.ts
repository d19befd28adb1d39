import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';

const PART = '.part';
/** Bytes that identify a file's type. */
const HEAD_BYTES = 64;

export class TooLarge extends Error {
  override readonly name = 'TooLarge';
}

export interface StoredFile {
  /** Random name in the folder. */
  name: string;
  bytes: number;
  /** First bytes, for the type check. */
  head: Uint8Array;
}

/** Files in one folder, under random names that never come from users. */
export class FileStore {
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Writes a stream to disk. Leaves no file behind when it fails. Throws {@link TooLarge} above `maxBytes`. */
  async write(content: AsyncIterable<Uint8Array>, maxBytes: number): Promise<StoredFile> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const name = randomBytes(16).toString('hex');
    const part = this.pathOf(name) + PART;
    try {
      const file = await open(part, 'wx', 0o600);
      let bytes = 0;
      let head = new Uint8Array();
      try {
        for await (const chunk of content) {
          bytes += chunk.byteLength;
          if (bytes > maxBytes) throw new TooLarge();
          if (head.length < HEAD_BYTES)
            head = new Uint8Array([...head, ...chunk.subarray(0, HEAD_BYTES - head.length)]);
          await file.writeFile(chunk);
        }
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(part, this.pathOf(name));
      return { name, bytes, head };
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  /** Returns a file's content; null if it is gone. */
  async read(name: string): Promise<ReadableStream | null> {
    const exists = await stat(this.pathOf(name)).then(
      (found) => found.isFile(),
      () => false,
    );
    return exists
      ? (Readable.toWeb(createReadStream(this.pathOf(name))) as unknown as ReadableStream)
      : null;
  }

  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true });
  }

  /** Names of files last changed before `time`, including aborted uploads. */
  async namesBefore(time: Date): Promise<string[]> {
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    });
    const old: string[] = [];
    for (const name of names) {
      const found = await stat(path.join(this.folder, name)).catch(() => null);
      if (found?.isFile() && found.mtime < time) old.push(name);
    }
    return old;
  }

  private pathOf(name: string): string {
    if (!/^[0-9a-f]{32}(\.part)?$/.test(name)) throw new Error('invalid name of a stored file');
    return path.join(this.folder, name);
  }
}
