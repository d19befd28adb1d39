import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { lockFolder } from 'api/lock';

/** Folder in the data folder with a locked folder for each process that uses the data. */
export const HOLDERS = 'holders';

/** Keeps `deleteData` from this data folder until the process exits. Several processes may use one folder. */
export async function holdData(folder: string): Promise<void> {
  try {
    const holders = path.join(folder, HOLDERS, path.sep);
    mkdirSync(holders, { recursive: true });
    const own = mkdtempSync(holders);
    process.once('exit', () => rmSync(own, { recursive: true, force: true }));
    await lockFolder(own);
  } catch {} // a folder that is read-only cannot be deleted either
}
