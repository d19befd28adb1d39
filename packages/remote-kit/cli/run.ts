import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { forwardSignals } from './forward-signals';
import type { Project } from './project';

function findCommand(from: string, name: string, file: string): string {
  try {
    return path.join(path.dirname(createRequire(from).resolve(`${name}/package.json`)), file);
  } catch (cause) {
    throw new Error(`${name} is not installed; run npm install, or npm install -D ${name}`, {
      cause,
    });
  }
}

/** Runs a Node program in a remote's folder; throws if it fails, after the program has printed why. Its output goes to stderr, because stdout is the command's result. */
function run(
  what: string,
  args: string[],
  { folder, env }: { folder: string; env: Record<string, string> },
): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ['inherit', process.stderr, 'inherit'],
  });
  forwardSignals(child);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0
        ? resolve()
        : reject(new Error(`${what} failed (exit code ${code}); the reason is above`)),
    );
  });
}

export const rsbuild = (
  { folder, nodeArgs = [] }: { folder: string; nodeArgs?: string[] },
  mode: 'production' | 'development',
  args: string[],
) =>
  run(
    mode === 'production' ? 'the build' : 'the development server',
    [...nodeArgs, findCommand(import.meta.url, '@rsbuild/core', 'bin/rsbuild.js'), ...args],
    {
      folder,
      // a loader in NODE_OPTIONS would rewrite functions that the federation plugin prints into the build
      env: { NODE_ENV: mode, NODE_OPTIONS: '' },
    },
  );

/** Leaves the checks of the output out of a build, see `scopingPlugin`. */
const WITHOUT_CHECKS = ['--import', 'data:text/javascript,globalThis.carryChecksLater = true'];

/** Environments of a release; the page without a site is for `carry-remote dev` only. */
export const RELEASE = ['--environment', 'web', '--environment', 'node'];

/** Builds a remote and checks the output. `checks: false`: the caller publishes it, which runs the same checks. */
export async function build(project: Project, { checks = true } = {}): Promise<void> {
  if (project.pack)
    throw new Error(
      'build builds src/remote.ts; build with your own tool, then carry-remote pack makes a release of it',
    );
  const { folder } = project;
  const nodeArgs = checks ? [] : WITHOUT_CHECKS;
  await rsbuild({ folder, nodeArgs }, 'production', ['build', '--log-level', 'error', ...RELEASE]);
}

export const checkTypes = async (project: Project): Promise<void> =>
  run(
    'the type check',
    [findCommand(path.join(project.folder, 'package.json'), 'typescript', 'bin/tsc'), '--noEmit'],
    { folder: project.folder, env: {} },
  );
