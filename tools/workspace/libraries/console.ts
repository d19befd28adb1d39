import { cpSync } from 'node:fs';
import path from 'node:path';
import { root } from '../repository/workspace';

/** Adds the built pages of the console to the compiled package of releases. */
export const addConsole = () =>
  cpSync(
    path.join(root, 'packages/releases/console/dist'),
    path.join(root, 'packages/releases/dist/console/dist'),
    { recursive: true },
  );
