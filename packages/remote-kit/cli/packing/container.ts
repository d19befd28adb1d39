import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'acorn';
import { sharedNames } from '../../bundler/common';
import { findSameChunk, isChunk } from './chunks';
import type { PackDeclaration } from './declaration';

interface Assets {
  js: { sync: string[]; async: string[] };
  css: { sync: string[]; async: string[] };
}

interface FederationManifest {
  metaData: {
    name: string;
    globalName: string;
    publicPath?: string;
    remoteEntry: { name: string; path: string; type: string };
  };
  shared: { name: string; requiredVersion: string; assets: Assets }[];
  exposes: { path: string; assets: Assets }[];
}

export interface Container {
  /** Absolute folder of the build. */
  folder: string;
  /** Entry, relative to the folder. */
  entry: string;
  /** `script`: assigns a global of this name; `module`: exports `init` and `get`. */
  kind: 'script' | 'module';
  global: string;
  /** Scripts besides the entry, relative to the folder. */
  scripts: string[];
  /** Stylesheets of each exposed module; empty without a manifest. */
  styles: Record<string, string[]>;
  ranges: Record<string, string>;
}

export const SCRIPT = /\.[cm]?js$/;

export function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((file) => file.replaceAll(path.sep, '/'))
    .sort();
}

/** Reads the container of a build from its `mf-manifest.json`, or else from its entry. Throws if both are missing. */
export function readContainer(project: string, declaration: PackDeclaration): Container {
  const folder = path.resolve(project, declaration.build);
  const manifest = readManifest(folder);
  const entry = manifest ? createEntry(manifest) : declaration.entry;
  if (!existsSync(path.join(folder, entry)))
    throw new Error(
      `${folder} has no ${entry}; build your remote first, with a federation plugin that writes mf-manifest.json or "carry.pack.entry"`,
    );
  const code = readFileSync(path.join(folder, entry), 'utf8');
  checkPublicPath(folder, manifest?.metaData.publicPath ?? findPublicPath(code));
  const isModule = manifest
    ? manifest.metaData.remoteEntry.type === 'module'
    : /\bexport\s*\{/.test(code);
  const global = manifest?.metaData.globalName || (isModule ? '' : findGlobal(code));
  if (!isModule && !global)
    throw new Error(
      `${entry} does not begin with the variable of its container; set library: { type: 'var', name: 'guides' } in its federation plugin, with a name of yours`,
    );
  assertExposed(declaration, manifest);
  const server = declaration.server && path.resolve(project, declaration.server);
  if (server && !existsSync(server))
    throw new Error(
      `${declaration.server} is missing; build it, or correct "carry.pack.server" in package.json`,
    );
  return {
    folder,
    entry,
    kind: isModule ? 'module' : 'script',
    global,
    scripts: listScripts(folder, { entry, isModule, server }, manifest),
    styles: Object.fromEntries(
      (manifest?.exposes ?? []).map(({ path, assets }) => [path, assets.css.sync]),
    ),
    ranges: Object.fromEntries(
      (manifest?.shared ?? [])
        .filter(({ name, requiredVersion }) => sharedNames.includes(name) && requiredVersion)
        .map(({ name, requiredVersion }) => [name, requiredVersion]),
    ),
  };
}

/** Returns the variable that a script begins with, after comments and directives; an empty text if it begins otherwise. */
function findGlobal(code: string): string {
  const first = parse(code, { ecmaVersion: 'latest' }).body.find((node) => !('directive' in node));
  const id = first?.type === 'VariableDeclaration' ? first.declarations[0]?.id : undefined;
  return id?.type === 'Identifier' ? id.name : '';
}

function readManifest(folder: string): FederationManifest | undefined {
  const file = path.join(folder, 'mf-manifest.json');
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as FederationManifest)
    : undefined;
}

const createEntry = ({ metaData: { remoteEntry } }: FederationManifest) =>
  path.posix.join(remoteEntry.path, remoteEntry.name);

/** Returns the public path that a bundler's runtime sets to a text (`r.p="/"`, where `r.d` defines exports); `auto` computes it. */
function findPublicPath(code: string): string {
  const [, , publicPath = 'auto'] =
    [...code.matchAll(/([\w$]+)\.p\s*=\s*["'`]([^"'`]*)["'`]/g)].find(([, runtime = '']) =>
      new RegExp(`${runtime.replaceAll('$', '\\$')}\\.d\\s*=`).test(code),
    ) ?? [];
  return publicPath;
}

/** A fixed address would be one of the site's, where the release's files are not. */
function checkPublicPath(folder: string, publicPath: string): void {
  if (publicPath !== 'auto')
    throw new Error(
      `${folder} loads its files from '${publicPath}'; build it with the public path 'auto' (webpack: output.publicPath, Rsbuild: output.assetPrefix, Vite: base: './')`,
    );
}

/** Returns the scripts that the container may load: of a classic one none of the team's own page, of an ES module only what it imports. */
function listScripts(
  folder: string,
  { entry, isModule, server }: { entry: string; isModule: boolean; server: string | undefined },
  manifest: FederationManifest | undefined,
): string[] {
  const all = listFiles(folder).filter(
    (file) => SCRIPT.test(file) && file !== entry && path.join(folder, file) !== server,
  );
  if (isModule) return all;
  const listed = [...(manifest?.exposes ?? []), ...(manifest?.shared ?? [])].flatMap(
    ({ assets: { js } }) => [...js.sync, ...js.async],
  );
  const chunks = all
    .filter((file) => !manifest || listed.includes(file))
    .map((file) => [file, readFileSync(path.join(folder, file), 'utf8')] as const)
    .filter(([, code]) => isChunk(code));
  const same = findSameChunk(new Map(chunks));
  if (same)
    throw new Error(
      `${same.join(' and ')} in ${folder} are the same chunk of two builds; delete the folder and build again (webpack: output.clean)`,
    );
  return chunks.map(([file]) => file);
}

function assertExposed(
  { routes }: PackDeclaration,
  manifest: FederationManifest | undefined,
): void {
  const exposed = manifest?.exposes.map((module) => module.path);
  const missing = routes.find(({ expose }) => exposed && !exposed.includes(expose));
  if (missing)
    throw new Error(
      `the build exposes no ${missing.expose}; it exposes ${exposed?.join(', ') || 'nothing'}`,
    );
}
