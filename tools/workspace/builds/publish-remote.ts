import path from 'node:path';
import {
  commitOf,
  type Published,
  type PublishOptions,
  publish,
  type Store,
} from '@carry/releases';
import { remoteFolder, root } from '../repository/workspace';

/** Publishes the build of a workspace remote. */
export const publishRemote = (
  remote: string,
  store: Store,
  why?: string,
  dist = path.join(remoteFolder(remote), 'dist'),
  more: Pick<Partial<PublishOptions>, 'gates' | 'target' | 'report'> = {},
): Promise<Published> => publish({ dist, store, commit: commitOf(root), why, ...more });
