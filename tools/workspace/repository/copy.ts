import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './workspace';

export function copySources(from: string, to: string): void {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: from,
    encoding: 'utf8',
  });
  for (const file of files.split('\0').filter(Boolean))
    if (existsSync(path.join(from, file))) cpSync(path.join(from, file), path.join(to, file)); // git also lists deleted files
}

export function copyWorkspace(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'carry-copy-'));
  copySources(root, copy);
  return copy;
}
