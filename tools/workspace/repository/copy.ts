import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
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

/** Copies a package's links: relative ones resolve to packages in the copy, `.pnpm` to the installed modules. */
function linkInstalled(copy: string, folder: string): void {
  const from = path.join(root, folder, 'node_modules');
  const to = path.join(copy, folder, 'node_modules');
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name === '.pnpm') symlinkSync(path.join(from, name), path.join(to, name));
    else if (name === '.bin' || !name.startsWith('.'))
      cpSync(path.join(from, name), path.join(to, name), {
        recursive: true,
        verbatimSymlinks: true,
      });
  }
}

const packageFolders = () =>
  ['', 'packages', 'services', 'tools']
    .flatMap((parent) =>
      readdirSync(path.join(root, parent)).map((name) => path.join(parent, name)),
    )
    .filter((name) => existsSync(path.join(root, name, 'node_modules')));

export function copyInstalledWorkspace(): string {
  const copy = copyWorkspace();
  try {
    for (const name of ['.', ...packageFolders()]) linkInstalled(copy, name);
    return copy;
  } catch (error) {
    rmSync(copy, { recursive: true, force: true });
    throw error;
  }
}
