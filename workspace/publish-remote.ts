import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type Published, type PublishOptions, publish, type Store } from '@carry/releases';
import { remoteFolder, root } from './workspace';

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
    .toString()
    .trim();

/** The commit that is built; one from which the tree differs is named as such. */
function commit(): string {
  try {
    return git('rev-parse', '--short=12', 'HEAD') + (git('status', '--porcelain') ? '-dirty' : '');
  } catch {
    return 'none';
  }
}

/** Publishes a remote that this workspace has built. */
export const publishRemote = (
  remote: string,
  store: Store,
  why?: string,
  dist = path.join(remoteFolder(remote), 'dist'),
  more: Pick<Partial<PublishOptions>, 'gates' | 'target' | 'report'> = {},
): Promise<Published> => publish({ dist, store, commit: commit(), why, ...more });
