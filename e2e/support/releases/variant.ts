import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { remoteFolder, remotes, root } from 'workspace';
import { computeHash } from 'workspace/build-package';
import { copySources } from 'workspace/copy';

const variants = path.join(root, '.data/e2e/variants');
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

interface Edit {
  file: string;
  from: string | RegExp;
  to: string;
}

interface Variant {
  /** Folder of the sources, below the root. */
  from: string;
  /** Name of the remote, or null for the shell. */
  name: string | null;
  /** Files below the folder. */
  edits: Edit[];
}

const inSources = (edits: Edit[]) => edits.map((edit) => ({ ...edit, file: `src/${edit.file}` }));

/** Builds a remote with edited sources and returns the folder. */
export const buildVariant = (
  remote: string,
  edits: Edit[],
  { name = remote }: { name?: string } = {},
): string => buildOnce({ from: remote, name, edits: inSources(edits) });

/** Builds a remote from `e2e/fixtures` with the dependencies of our remotes. */
export const buildFixture = (
  fixture: string,
  { name, edits = [] }: { name: string; edits?: Edit[] },
): string => buildOnce({ from: `e2e/fixtures/${fixture}`, name, edits: inSources(edits) });

/** Builds the shell with an edited file. */
export const buildShellVariant = (edit: Edit): string =>
  buildOnce({ from: 'shell', name: null, edits: [edit] });

const sources = new Map<string, string>();

/** Returns the hash of a folder and all packages that its build reads. */
function hashSources(folder: string): string {
  const hash = sources.get(folder) ?? computeHash(folder);
  sources.set(folder, hash);
  return hash;
}

/**
 * Returns the build of a variant. Builds are kept by the hash of their inputs for all workers and later runs; never change their
 * files.
 */
function buildOnce(variant: Variant): string {
  const { from, name, edits } = variant;
  const changes = edits.map(({ file, from, to }) => [file, String(from), to]);
  const inputs = [hashSources(from), readFileSync(import.meta.filename, 'utf8'), name, changes];
  const hash = createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 16);
  const dist = path.join(variants, `${name ?? from}-${hash}`);
  const now = new Date();
  if (existsSync(dist)) {
    utimesSync(dist, now, now);
    return dist;
  }
  removeUnused();
  const work = prepare(variant);
  const rsbuild = path.join(root, 'node_modules/@rsbuild/core/bin/rsbuild.js');
  const parts = name ? ['--environment', 'web', '--environment', 'node'] : [];
  execFileSync(process.execPath, [rsbuild, 'build', '--log-level', 'error', ...parts], {
    cwd: work,
    env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const built = path.join(work, 'dist');
  utimesSync(built, now, now);
  try {
    renameSync(built, dist);
  } catch (error) {
    if (!existsSync(dist)) throw error; // else another worker was first
  }
  rmSync(work, { recursive: true });
  return dist;
}

function removeUnused(): void {
  mkdirSync(variants, { recursive: true });
  for (const entry of readdirSync(variants)) {
    const folder = path.join(variants, entry);
    if (statSync(folder).mtimeMs < Date.now() - WEEK_MS)
      rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies the sources to a new folder and edits them there. Returns the folder. */
function prepare({ from, name, edits }: Variant): string {
  const builds = path.join(root, '.data/e2e/builds');
  mkdirSync(builds, { recursive: true });
  const folder = mkdtempSync(path.join(builds, `${name ?? from}-`));
  const source = path.join(root, from);
  copySources(source, folder);
  const homes = [source, remoteFolder(remotes[0] ?? '')];
  const packages = homes.map((home) => path.join(home, 'node_modules')).find(existsSync) ?? '';
  symlinkSync(packages, path.join(folder, 'node_modules'));
  if (name)
    writeFileSync(
      path.join(folder, 'rsbuild.config.ts'),
      `import { remoteConfig } from '@carry/remote-kit/build';\n\nexport default remoteConfig('${name}', import.meta.dirname);\n`,
    );
  for (const { file, from, to } of edits) {
    const target = path.join(folder, file);
    const before = readFileSync(target, 'utf8');
    const after = before.replace(from, to);
    if (after === before) throw new Error(`${file} does not hold ${from}`);
    writeFileSync(target, after);
  }
  return folder;
}
