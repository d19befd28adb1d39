import { cpSync } from 'node:fs';
import path from 'node:path';

/** Copies the product's icons and social pictures into a built shell, which is brand-neutral. */
export function addBrand(web: string): void {
  cpSync(path.join(import.meta.dirname, 'public'), web, { recursive: true });
}
