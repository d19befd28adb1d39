import { execFileSync } from 'node:child_process';
import { root } from 'workspace';

/** Returns tracked and untracked files; an empty list outside a Git repository. */
export function listedFiles(): string[] {
  try {
    return execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .split('\0');
  } catch {
    return [];
  }
}
