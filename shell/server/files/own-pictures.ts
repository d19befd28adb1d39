import { statSync } from 'node:fs';
import path from 'node:path';

const PICTURE = /^[\w-]+(\/[\w-]+)*\.(ico|png|svg|webp)$/;

/** Whether a folder of the installation has this picture; of other files it has none, whatever lies there. */
export const hasPicture = (folder: string, file: string): boolean =>
  PICTURE.test(file) &&
  (statSync(path.join(folder, file), { throwIfNoEntry: false })?.isFile() ?? false);
