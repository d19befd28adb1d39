import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { type Published, type PublishOptions, publish, type Store } from 'registry';
import { remoteFolder, root } from './workspace';

const fromShell = createRequire(path.join(root, 'shell/package.json'));
const versionOf = (module: string) => (fromShell(`${module}/package.json`) as { version: string }).version;

/** The versions of the shared modules that this workspace's shell is built with. */
export const providedVersions = () => ({
  react: versionOf('react'),
  'react/jsx-runtime': versionOf('react'),
  'react-dom': versionOf('react-dom'),
  'react-router-dom': versionOf('react-router-dom'),
});

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
): Promise<Published> => publish({ dist, store, commit: commit(), why, provided: providedVersions(), ...more });
