import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ASSETS_PLACEHOLDER } from '@carry/contracts/release';
import { listFiles, SCRIPT } from './container';
import { readRequests } from './requests';

/**
 * Throws if the server's file links a file that the release lacks, because its build gave the file another name than the browser's.
 *
 * @param web Files of the release.
 */
export function assertServerFiles(server: string, web: ReadonlySet<string>): void {
  const emitted = new Set(listFiles(path.dirname(server)));
  const missing = [...readRequests(readFileSync(server, 'utf8')).texts]
    .map((text) => {
      const [file = ''] = text.replace(ASSETS_PLACEHOLDER, '').split(/[?#]/);
      const isAsset = text.startsWith(ASSETS_PLACEHOLDER)
        ? path.posix.extname(file) !== ''
        : emitted.has(file);
      return isAsset && !SCRIPT.test(file) ? file : '';
    })
    .find((file) => file !== '' && !web.has(file));
  if (missing)
    throw new Error(
      `${path.basename(server)} links ${missing}, which your build for the browser lacks; let both builds name files alike`,
    );
}
