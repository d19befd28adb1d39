import path from 'node:path';
import { root } from 'workspace';
import { buildAndPublish } from 'workspace/build';

/** The store that every worker copies: the workspace as it is, built and published. */
export const publishedStore = path.join(root, '.data/e2e/releases');

export default () => buildAndPublish(publishedStore);
