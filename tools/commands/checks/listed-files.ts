import { execFileSync } from 'node:child_process';
import { root } from 'workspace';

/** What git knows or would add; nothing in a copy without its repository. */
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
