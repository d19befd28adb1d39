import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildManifest } from '@carry/contracts/release';
import type { Rspack } from '@rsbuild/core';

type Facts = BuildManifest['facts']['web'];

/** Dependency types that load a module without importing a name. */
const LOADS_ONLY = new Set(['esm import', 'esm export import']);

function getFile(module: object | null | undefined): string {
  const resource = module && 'resource' in module ? String(module.resource) : '';
  return path.isAbsolute(resource) ? resource : '';
}

const getPackage = (file: string) =>
  /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(file)?.[1]?.replace('\\', '/');

export function readBuildFacts(
  { modules, moduleGraph, compiler }: Rspack.Compilation,
  shared: readonly string[],
): Facts {
  const imports = Object.fromEntries(shared.map((name) => [name, new Set<string>()]));
  const packages = new Set<string>();
  const importers = new Map<string, Importer>();
  for (const module of modules) {
    const file = getFile(module);
    const owner = getPackage(file);
    if (owner) packages.add(owner);
    for (const { dependency, module: target } of moduleGraph.getOutgoingConnections(module)) {
      const { request = '' } = dependency;
      const names = imports[request];
      if (names && !LOADS_ONLY.has(dependency.type)) names.add(dependency.ids?.[0] ?? '*');
      addImporter(importers, getPackage(getFile(target)), { file, owner, request });
    }
  }
  const sorted = Object.entries(imports).map(([name, names]) => [name, [...names].sort()] as const);
  const list = [...packages].sort();
  return {
    imports: Object.fromEntries(sorted),
    packages: list,
    importers: Object.fromEntries(
      list.flatMap((name) => {
        const places = listPlaces(name, importers, compiler.context);
        return places.length > 0 ? [[name, places]] : [];
      }),
    ),
  };
}

interface Importer {
  file: string;
  owner: string | undefined;
  request: string;
}

/** Keeps the first importer of a package, or one of the remote's own files. */
function addImporter(
  importers: Map<string, Importer>,
  imported: string | undefined,
  importer: Importer,
): void {
  const { file, owner } = importer;
  if (!imported || imported === owner || !file) return;
  if (!owner || !importers.has(imported)) importers.set(imported, importer);
}

/** Returns the place that imports a package, then the places that import its library, up to the remote's own file. */
function listPlaces(
  name: string,
  importers: ReadonlyMap<string, Importer>,
  root: string,
): string[] {
  const chain = new Set<Importer>();
  let importer = importers.get(name);
  while (importer && !chain.has(importer)) {
    chain.add(importer);
    importer = importer.owner === undefined ? undefined : importers.get(importer.owner);
  }
  return [...chain].map(({ file, owner, request }) => {
    const shown = owner
      ? file.replace(/.*[\\/](?=node_modules[\\/])/, '')
      : path.relative(root, file);
    return `${shown.replaceAll('\\', '/')}${describeLine(file, request)}`;
  });
}

/** Returns `:line` of an import in a source file. The graph has the lines of the compiled file. */
function describeLine(file: string, request: string): string {
  if (!existsSync(file)) return '';
  const line = readFileSync(file, 'utf8')
    .split('\n')
    .findIndex(
      (text) =>
        !/^\s*(?:import type\b|\/?\*|\/\/)/.test(text) &&
        /\b(?:import|from|require)\b/.test(text) &&
        [`'${request}'`, `"${request}"`].some((quoted) => text.includes(quoted)),
    );
  return line < 0 ? '' : `:${line + 1}`;
}
