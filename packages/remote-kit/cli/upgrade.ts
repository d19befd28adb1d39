import { spawn } from 'node:child_process';
import type { Project } from './project';

/** Runs the newest version of the package that created the repository, with its template. Resolves with npm's exit code. */
export function upgrade({ folder }: Pick<Project, 'folder'>): Promise<number> {
  const args = ['exec', '--yes', '--package=@carry/create-remote@latest', '--'];
  const child = spawn('npm', [...args, 'create-remote', '--upgrade'], {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32', // npm is a script there
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
