import { execFileSync } from 'node:child_process';

/** The commit that a folder is at; one from which its tree differs is named as such, and `none` where there is no repository. */
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
