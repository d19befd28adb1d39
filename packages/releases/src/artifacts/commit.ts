import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import path from 'node:path';

/** Returns the commit of a folder: with `-dirty` if the tree differs, `none` without a repository. Ignores the file `result`. */
export function readGitCommit(folder: string, result?: string): string {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  try {
    const ignored = result ? excludeFile(git('rev-parse', '--show-toplevel'), result) : [];
    const changes = git('status', '--porcelain', '--', ':/', ...ignored);
    return git('rev-parse', '--short=12', 'HEAD') + (changes ? '-dirty' : '');
  } catch {
    return 'none';
  }
}

function excludeFile(top: string, file: string): string[] {
  const at = path.join(realpathSync(path.dirname(path.resolve(file))), path.basename(file));
  const within = path.relative(realpathSync(top), at);
  return within.startsWith('..') ? [] : [`:(top,exclude,literal)${within}`];
}
