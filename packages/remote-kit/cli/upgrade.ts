import { execFile, type SpawnOptions, spawn } from 'node:child_process';
import { promisify } from 'node:util';
import { forwardSignals } from './forward-signals';
import type { Project } from './project';

const isWindows = process.platform === 'win32'; // npm is a script there

/** Throws if npm has no registry for `@carry` in a folder: the public one may have a stranger's packages of these names. */
async function assertRegistry(folder: string): Promise<void> {
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', '@carry:registry'], {
    cwd: folder,
    shell: isWindows,
  });
  const registry = stdout.trim();
  if (URL.canParse(registry)) return;
  throw new Error(
    registry === 'undefined'
      ? "npm has no registry for @carry here and would use the public one; run 'npm config set --location project @carry:registry https://REGISTRY'"
      : `npm's registry for @carry is '${registry}', which is no URL; set the variable that .npmrc names, or write the address there`,
  );
}

/** Runs the newest version of the package that created the repository, with its template. Resolves with npm's exit code. */
export async function upgrade({ folder }: Pick<Project, 'folder'>): Promise<number> {
  await assertRegistry(folder);
  const args = ['exec', '--yes', '--package=@carry/create-remote@latest', '--'];
  const options: SpawnOptions = { cwd: folder, stdio: 'inherit', shell: isWindows };
  const child = spawn('npm', [...args, 'create-remote', '--upgrade'], options);
  forwardSignals(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}
