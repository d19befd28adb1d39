import path from 'node:path';
import {
  commitOf,
  type Published,
  type PublishOptions,
  publish,
  type Store,
} from '@carry/releases';
import { remoteFolder, root } from '../repository/workspace';

type PublishRemoteOptions = Pick<Partial<PublishOptions>, 'why' | 'gates' | 'target' | 'report'> & {
  /** Default: the build of the remote. */
  dist?: string | undefined;
};

export const publishRemote = (
  remote: string,
  store: Store,
  { dist = path.join(remoteFolder(remote), 'dist'), ...more }: PublishRemoteOptions = {},
): Promise<Published> => publish({ dist, store, commit: commitOf(root), ...more });
