import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkSinks } from '@carry/releases';
import { build, readProject } from '@carry/remote-kit/cli';
import { runCommand } from '../processes/run-command';
import { root } from '../repository/workspace';
import { eraseStamp, readStamp, sourceHash, writeStamp } from './stamp';

export type Report = (line: string) => void;

/** Runs Rsbuild without tsx: the federation plugin serializes functions, and tsx rewrites them. */
export const rsbuild = (folder: string, env: Record<string, string> = {}) =>
  runCommand(
    process.execPath,
    [path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js'), 'build', '--log-level', 'error'],
    {
      title: `build of ${path.basename(folder)}`,
      cwd: folder,
      env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '', ...env },
    },
  );

const buildRemote = (folder: string, options: BuildOptions) =>
  build(readProject(folder), options).catch((cause: Error) => {
    throw new Error(`build of ${path.basename(folder)} failed`, { cause });
  });

function checkFiles(folder: string): void {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  for (const file of files) checkSinks(file, readFileSync(path.join(folder, file), 'utf8'));
}

export const computeHash = (name: string, workspace?: string) =>
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

/** Copies the product's icons and social pictures into a built shell, which is brand-neutral. */
const addBrand = (web: string) =>
  cpSync(path.join(root, 'tools/workspace/brand/public'), web, { recursive: true });

const isBuiltFrom = (name: string, hash: string) => {
  const folder = path.join(root, name);
  return readStamp(folder) === hash && existsSync(path.join(folder, 'dist'));
};

export const isCurrent = (name: string): boolean => isBuiltFrom(name, computeHash(name));

interface BuildOptions {
  /** False: publishing checks the output of a remote, so the build is out of date until `keep` is called. */
  checks: boolean;
}

/** Builds a package whose sources changed. Resolves with a function that marks the build as up to date. */
export async function buildPackage(
  name: string,
  report: Report = console.log,
  options: BuildOptions = { checks: true },
): Promise<() => void> {
  const folder = path.join(root, name);
  const hash = computeHash(name);
  if (isBuiltFrom(name, hash)) return () => {};
  const started = Date.now();
  eraseStamp(folder);
  await (name === 'shell' ? rsbuild(folder) : buildRemote(folder, options));
  if (name === 'shell') addBrand(path.join(folder, 'dist/web'));
  if (name === 'shell') checkFiles(path.join(folder, 'dist/web')); // publishing checks the files of a remote
  const keep = () => writeStamp(folder, hash);
  if (options.checks) keep();
  report(`built ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
  return keep;
}

export const buildDevelopmentShell = () =>
  rsbuild(path.join(root, 'shell'), { NODE_ENV: 'development', SHELL_BUILD: 'development' });
