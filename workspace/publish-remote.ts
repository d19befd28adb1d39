import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { type Published, type PublishOptions, publish, type Store } from 'registry';
import { remoteFolder, root } from './workspace';

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
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
