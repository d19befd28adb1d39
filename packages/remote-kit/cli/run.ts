import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Project } from './project';

/** The file of a command that a package brings. */
function commandOf(from: string, name: string, file: string): string {
  const manifest = createRequire(from).resolve(`${name}/package.json`);
  return path.join(path.dirname(manifest), file);
}

/** Runs a Node program in the folder of a remote, on this terminal; throws when it fails. What it prints goes to the standard error: the standard output is the command's answer. */
function run(args: string[], { folder }: Project, env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['inherit', process.stderr, 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${path.basename(args[0] ?? '')} failed`)),
    );
  });
}

/** Runs the bundler: `build`, or `dev`. */
export const rsbuild = (project: Project, mode: 'production' | 'development', args: string[]) =>
  run([commandOf(import.meta.url, '@rsbuild/core', 'bin/rsbuild.js'), ...args], project, {
    NODE_ENV: mode,
    NODE_OPTIONS: '', // the federation plugin prints functions into the build, which no loader may have rewritten
  });

/** Builds a remote as it is published. */
export const build = (project: Project, ...more: string[]): Promise<void> =>
  rsbuild(project, 'production', ['build', '--log-level', 'error', ...more]);

/** Checks the types with the compiler of the remote's own repository. */
export const checkTypes = (project: Project): Promise<void> =>
  run(
    [commandOf(path.join(project.folder, 'package.json'), 'typescript', 'bin/tsc'), '--noEmit'],
    project,
    {},
  );
