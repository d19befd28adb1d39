import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = '.carry';

/** Folder of the adapter, below the project so that it finds the project's packages. */
export const packFolder = (project: string): string => path.join(project, FOLDER, 'pack');

export function openPackFolder(project: string): string {
  const folder = packFolder(project);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(project, FOLDER, '.gitignore'), '*\n');
  return folder;
}
