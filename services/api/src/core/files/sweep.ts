import { ABORTED_WRITE, type FileStore } from './file-store';

const HOUR_MS = 3_600_000;
const BATCH = 500;

interface Sweep {
  /** Matches whole names. Files of other names stay. */
  name: RegExp;
  findReferenced(names: string[]): Promise<(string | null)[]>;
}

/** Deletes aborted writes, and files that the database does not name: of crashed uploads, deleted accounts and failed removals. */
export async function sweepFiles(store: FileStore, { name, findReferenced }: Sweep): Promise<void> {
  // a running upload has a file before it has a row
  for await (const files of store.namesBefore(new Date(Date.now() - HOUR_MS)))
    for (let at = 0; at < files.length; at += BATCH) {
      const batch = files
        .slice(at, at + BATCH)
        .map((file) => ({ file, stored: file.replace(ABORTED_WRITE, '') }))
        .filter(({ stored }) => name.test(stored));
      const referenced = new Set(await findReferenced(batch.map(({ stored }) => stored)));
      for (const { file, stored } of batch)
        if (file !== stored || !referenced.has(stored)) await store.remove(file);
    }
}
