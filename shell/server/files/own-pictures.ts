import { statSync } from 'node:fs';
import path from 'node:path';

const PICTURE = /^[\w-]+(\/[\w-]+)*\.(ico|png|svg|webp)$/;

/** Returns true if the operator's folder has this picture. Only picture files count. */
export const hasPicture = (folder: string, file: string): boolean =>
  PICTURE.test(file) &&
  (statSync(path.join(folder, file), { throwIfNoEntry: false })?.isFile() ?? false);
