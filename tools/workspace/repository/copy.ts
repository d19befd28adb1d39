import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './workspace';

/** A copy of the workspace's files as they are, nothing installed or built, for commands that change one; answers its folder. */
export function copyWorkspace(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'carry-copy-'));
  for (const file of execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n'))
    cpSync(path.join(root, file), path.join(copy, file));
  return copy;
}
