import path from 'node:path';
import {
  getCommit,
  type Published,
  type PublishOptions,
  publish,
  type Store,
} from '@carry/releases';
import { remoteFolder, root } from '../repository/workspace';

type PublishRemoteOptions = Pick<Partial<PublishOptions>, 'why' | 'gates' | 'target' | 'report'> & {
  /** Default: the build of the remote. */
  dist?: string | undefined;
  /** File of --summary, which is no change of the sources. */
  summary?: string | undefined;
};

export const publishRemote = (
  remote: string,
  store: Store,
  { dist = path.join(remoteFolder(remote), 'dist'), summary, ...more }: PublishRemoteOptions = {},
): Promise<Published> => publish({ dist, store, commit: getCommit(root, summary), ...more });
