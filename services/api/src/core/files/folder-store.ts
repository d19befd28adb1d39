import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { copy } from './copy';
import { type FileContent, type FileStore, throwSystemError } from './file-store';

const isMissing = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT';

async function writeWhole(place: string, content: FileContent, maxBytes: number) {
  const part = `${place}.${randomUUID()}.part`;
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
  try {
    const file = await open(part, 'wx', 0o600);
    const written = await copy(content, file, maxBytes)
      .then(async (result) => {
        await file.sync();
        return result;
      })
      .finally(() => file.close());
    await rename(part, place); // readers never see half a file
    return written;
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

export function openFolder(folder: string): FileStore {
  const fail = (error: unknown) => throwSystemError(folder, error);
  const place = (name: string) => {
    if (!/^\w[\w.-]*$/.test(name)) throw new Error('invalid name of a stored file');
    return path.join(folder, name);
  };
  const readStat = (name: string) =>
    stat(place(name)).catch((error: unknown) => (isMissing(error) ? null : fail(error)));
  return {
    write: (name, content, { maxBytes }) => writeWhole(place(name), content, maxBytes).catch(fail),
    async read(name) {
      const stats = await readStat(name);
      if (!stats?.isFile()) return null;
      return Readable.toWeb(createReadStream(place(name))) as unknown as ReadableStream;
    },
    remove: (name) => rm(place(name), { force: true }).catch(fail),
    async *namesBefore(time) {
      const names = await readdir(folder).catch((error: unknown) =>
        isMissing(error) ? [] : fail(error),
      );
      const old: string[] = [];
      for (const name of names) {
        const stats = await stat(path.join(folder, name)).catch(() => null);
        if (stats?.isFile() && stats.mtime < time) old.push(name);
      }
      yield old;
    },
  };
}
