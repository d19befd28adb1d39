import path from 'node:path';
import {
  type Published,
  type PublishOptions,
  publish,
  readGitCommit,
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
): Promise<Published> => publish({ dist, store, commit: readGitCommit(root, summary), ...more });
