import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { buildConsole } from '../builds/build-console';
import { root } from '../repository/workspace';
import { type Artifact, artifacts } from './artifacts';
import { copyModule } from './modules';

/** Larger images start slowly. */
const MAX_BYTES = 60_000_000;

export interface Packaged {
  name: string;
  folder: string;
  bytes: number;
}

/** Packages each process into a folder that runs with `node server.js`. Build the shell before. */
export async function packageAll(
  into: string,
  names: readonly string[] = artifacts.map(({ name }) => name),
): Promise<Packaged[]> {
  const packaged: Packaged[] = [];
  if (names.includes('releases')) await buildConsole();
  for (const artifact of artifacts.filter(({ name }) => names.includes(name)))
    packaged.push(await packageOne(artifact, path.join(into, artifact.name)));
  return packaged;
}

async function packageOne(artifact: Artifact, folder: string): Promise<Packaged> {
  const { name, entry, files, modules } = artifact;
  const inside = artifact.inside ?? path.basename(path.dirname(entry));
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(path.join(folder, inside), { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir: path.join(folder, inside),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    keepNames: true, // error handling compares class names
    legalComments: 'linked',
    external: [...modules.map((module) => module.name), 'pg-native'],
    // bundled CommonJS modules require Node's modules
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';\nconst require = requireFrom(import.meta.url);",
    },
    logLevel: 'error',
  });
  for (const [source, target] of Object.entries(files))
    cpSync(path.join(root, source), path.join(folder, target), { recursive: true });
  for (const { name: module, of } of modules)
    copyModule(module, path.join(root, of), path.join(folder, 'node_modules'));
  writeFileSync(
    path.join(folder, 'package.json'),
    `${JSON.stringify(manifest(artifact, folder), null, 2)}\n`,
  );
  writeFileSync(
    path.join(folder, 'server.js'),
    startFile(`./${inside}/${path.basename(entry, '.ts')}.js`),
  );
  const bytes = measureBytes(folder);
  if (bytes > MAX_BYTES)
    throw new Error(`${name} has ${megabytes(bytes)}, more than ${megabytes(MAX_BYTES)}`);
  return { name, folder, bytes };
}

/** Returns the start file of a folder. It imports the program after the version check, because an older Node cannot parse it. */
export const startFile = (program: string) => `#!/usr/bin/env node
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error('Node 20.19 or newer is needed; this is ' + process.versions.node);
  process.exit(1);
}
await import('${program}');
`;

interface Manifest {
  version: string;
  engines: object;
}
const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

function manifest({ name, entry, modules, command }: Artifact, folder: string): object {
  if (!command) return { name: `carry-${name}`, private: true, type: 'module' };
  const inside = modules.map((module) => [
    module.name,
    manifestIn(path.join(folder, 'node_modules', module.name)).version,
  ]);
  return {
    name: `@carry/${name}`,
    version: manifestIn(path.join(root, path.dirname(entry), '..')).version, // the same as --version
    license: 'UNLICENSED',
    type: 'module',
    engines: manifestIn(root).engines,
    bin: { [command]: 'server.js' },
    exports: { './package.json': './package.json' },
    dependencies: Object.fromEntries(inside),
    bundleDependencies: true,
  };
}

const measureBytes = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

export const packagesFolder = path.join(root, 'out');
