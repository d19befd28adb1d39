import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Project } from './project';

function findCommand(from: string, name: string, file: string): string {
  const manifest = createRequire(from).resolve(`${name}/package.json`);
  return path.join(path.dirname(manifest), file);
}

/** Runs a Node program in a remote's folder; throws if it fails. Its output goes to stderr, because stdout is the command's result. */
function run(args: string[], { folder }: Project, env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['inherit', process.stderr, 'inherit'],
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`${path.basename(args[0] ?? '')} failed with exit code ${code}`)),
    );
  });
}

export const rsbuild = (project: Project, mode: 'production' | 'development', args: string[]) =>
  run([findCommand(import.meta.url, '@rsbuild/core', 'bin/rsbuild.js'), ...args], project, {
    NODE_ENV: mode,
    NODE_OPTIONS: '', // a loader would rewrite functions that the federation plugin prints into the build
  });

export const build = (project: Project, ...more: string[]): Promise<void> =>
  rsbuild(project, 'production', ['build', '--log-level', 'error', ...more]);

export const checkTypes = (project: Project): Promise<void> =>
  run(
    [findCommand(path.join(project.folder, 'package.json'), 'typescript', 'bin/tsc'), '--noEmit'],
    project,
    {},
  );
