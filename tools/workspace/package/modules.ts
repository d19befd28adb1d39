import { cpSync, existsSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

interface Manifest {
  name: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export function copyModule(name: string, from: string, into: string): void {
  const target = path.join(into, name);
  if (existsSync(target)) return;
  const source = findFolder(name, from);
  if (!source) throw new Error(`${name} is not installed for ${from}; install the dependencies`);
  cpSync(source, target, {
    recursive: true,
    dereference: true,
    filter: (file) => !isLeftOut(path.relative(source, file)),
  });
  const { dependencies = {}, optionalDependencies = {} } = readManifest(source);
  for (const needed of Object.keys(dependencies)) copyModule(needed, source, into);
  for (const needed of Object.keys(optionalDependencies))
    if (findFolder(needed, source)) copyModule(needed, source, into); // only for this platform
}

const isLeftOut = (file: string) => /(^|\/)node_modules(\/|$)|\.map$|\.d\.[cm]?ts$/.test(file);

const readManifest = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Manifest;

function findFolder(name: string, from: string): string | null {
  const places = createRequire(path.join(from, 'package.json')).resolve.paths(name) ?? [];
  const folder = places
    .map((place) => path.join(place, name))
    .find((place) => existsSync(path.join(place, 'package.json')));
  return folder ? realpathSync(folder) : null; // pnpm links dependencies beside the real folder
}
