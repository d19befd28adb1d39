import path from 'node:path';
import { DirectoryStore, storeShell } from '@carry/releases';
import { root } from 'workspace';
import { buildAndPublish } from 'workspace/build';

/** The store that every worker copies: the workspace as it is, built and published. */
export const publishedStore = path.join(root, '.data/e2e/releases');

export default async () => {
  await buildAndPublish(publishedStore);
  await storeShell(new DirectoryStore(publishedStore), path.join(root, 'shell/dist/web'), '');
};
