import { cpSync } from 'node:fs';
import path from 'node:path';

/** Puts the icons and social pictures of this workspace's product beside a built shell, which has none. */
export function addBrand(web: string): void {
  cpSync(path.join(import.meta.dirname, 'public'), web, { recursive: true });
}
