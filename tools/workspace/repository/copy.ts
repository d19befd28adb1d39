import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './workspace';

/** Copies the workspace's sources without installed or built files. Returns the folder. */
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
