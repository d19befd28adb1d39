import path from 'node:path';
import { listFiles } from './container';

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
  const own = serverFolder && isInside(build, serverFolder) ? serverFolder : undefined;
  return listFiles(build).filter(
    (file) => !LEFT_OUT.test(file) && !(own && isInside(own, path.join(build, file))),
  );
}
