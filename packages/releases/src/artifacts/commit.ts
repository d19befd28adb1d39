import { execFileSync } from 'node:child_process';

/** Returns the commit of a folder: with `-dirty` if the tree differs, `none` without a repository. */
export function commitOf(folder: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  try {
    return git('rev-parse', '--short=12', 'HEAD') + (git('status', '--porcelain') ? '-dirty' : '');
  } catch {
    return 'none';
  }
}
