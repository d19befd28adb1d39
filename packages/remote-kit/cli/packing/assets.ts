import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ASSETS_PLACEHOLDER } from '@carry/contracts/release';
import { listFiles, SCRIPT } from './container';
import { readRequests } from './requests';

/** Not part of a release: scripts are inside the adapter's, documents and manifests are for the team's own page. */
const LEFT_OUT =
  /\.(?:[cm]?js|map|html|LICENSE\.txt)$|(?:^|\/)(?:mf-(?:manifest|stats)\.json|\.vite\/.*)$/;

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
}

/** Returns a build's stylesheets, fonts and pictures, without those that its server's file has in a folder of its own. */
export function listAssets(build: string, server: string | undefined): string[] {
  const serverFolder = server && path.dirname(server);
  const excluded = serverFolder && isInside(build, serverFolder) ? serverFolder : undefined;
  return listFiles(build).filter(
    (file) => !LEFT_OUT.test(file) && !(excluded && isInside(excluded, path.join(build, file))),
  );
}

/** Returns the files that have the license notices of scripts. */
export const listNotices = (build: string, scripts: readonly string[]): string[] =>
  scripts
    .map((script) => `${script}.LICENSE.txt`)
    .filter((file) => existsSync(path.join(build, file)));

/** Throws if the server's file links a file that the release (`web`) lacks: its build named the file differently. */
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
