import { cpSync } from 'node:fs';
import path from 'node:path';
import { drawSocialPictures } from './social-pictures';

/** Puts the icons and social pictures of this workspace's product beside a built shell, which has none. */
export function addBrand(web: string): void {
  cpSync(path.join(import.meta.dirname, 'public'), web, { recursive: true });
  drawSocialPictures(path.join(web, 'social'));
}
