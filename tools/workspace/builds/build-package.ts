import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkSinks } from '@carry/releases';
import { build, readProject } from '@carry/remote-kit/cli';
import { addBrand } from '../brand/add-brand';
import { root } from '../repository/workspace';
import { eraseStamp, readStamp, sourceHash, writeStamp } from './stamp';

export type Report = (line: string) => void;
const run = promisify(execFile);

/** In a process of its own: the federation plugin prints functions into the build, which must not be those that tsx has rewritten. */
const rsbuild = (folder: string, env: Record<string, string> = {}) =>
  run(
    process.execPath,
    [path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js'), 'build', '--log-level', 'error'],
    {
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '', ...env },
    },
  ).catch((error: { stdout?: string; stderr?: string; message: string }) => {
    throw new Error(
      `${path.basename(folder)} could not be built:\n${error.stdout ?? ''}${error.stderr ?? ''}` ||
        error.message,
    );
  });

/** As a team builds it in a repository of its own. */
const buildRemote = (folder: string) =>
  build(readProject(folder)).catch((cause: Error) => {
    throw new Error(`${path.basename(folder)} could not be built`, { cause });
  });

function checkFiles(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  for (const file of files) checkSinks(file, readFileSync(path.join(folder, file), 'utf8'));
}

/** A hash over all that a package is built from. */
export const hashOf = (name: string, workspace?: string) =>
  sourceHash(
    [
      name,
      'packages/contracts',
      'shared-ui',
      'packages/remote-kit',
      ...(name === 'shell' ? ['packages/releases', 'tools/workspace/brand'] : []),
    ],
    workspace,
  );

const isBuiltFrom = (name: string, hash: string) => {
  const folder = path.join(root, name);
  return readStamp(folder) === hash && existsSync(path.join(folder, 'dist'));
};

/** Whether the last build of a package is of its present sources. */
export const isCurrent = (name: string): boolean => isBuiltFrom(name, hashOf(name));

/** Builds one workspace package, unless its sources are those of its last build. */
export async function buildPackage(name: string, report: Report = console.log): Promise<void> {
  const folder = path.join(root, name);
  const hash = hashOf(name);
  if (isBuiltFrom(name, hash)) return;
  const started = Date.now();
  eraseStamp(folder);
  await (name === 'shell' ? rsbuild(folder) : buildRemote(folder));
  if (name === 'shell') addBrand(path.join(folder, 'dist/web'));
  if (name === 'shell') checkFiles(path.join(folder, 'dist/web')); // those of a remote are checked when it is published
  writeStamp(folder, hash);
  report(`built ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

/** Builds the shell for development, into a folder of its own: with the React that can take over hot updates. */
export const buildDevelopmentShell = () =>
  rsbuild(path.join(root, 'shell'), { NODE_ENV: 'development', SHELL_BUILD: 'development' });
