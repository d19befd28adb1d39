import path from 'node:path';
import { root } from 'workspace';

/** Returns the path of a command of the root or of a package. */
export const bin = (name: string, home = '.') => path.join(root, home, 'node_modules/.bin', name);
