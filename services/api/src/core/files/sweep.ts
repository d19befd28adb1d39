import type { FileStore } from './file-store';

const HOUR_MS = 3_600_000;
const BATCH = 500;

interface Sweep {
  /** Matches the part of a file's name that the database has. Files of other names stay. */
  name: RegExp;
  findReferenced(names: string[]): Promise<(string | null)[]>;
}

/** Deletes the files that the database does not name: of crashed uploads, deleted accounts and failed removals. */
export async function sweepFiles(store: FileStore, { name, findReferenced }: Sweep): Promise<void> {
  // a running upload has a file before it has a row
  for await (const files of store.namesBefore(new Date(Date.now() - HOUR_MS)))
    for (let at = 0; at < files.length; at += BATCH) {
      const batch = files
        .slice(at, at + BATCH)
        .flatMap((file) => (name.exec(file) ?? []).slice(0, 1).map((part) => ({ file, part })));
      const referenced = new Set(await findReferenced(batch.map(({ part }) => part)));
      for (const { file, part } of batch) if (!referenced.has(part)) await store.remove(file);
    }
}
