import { readdir, readFile } from 'node:fs/promises';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { parseDocument } from '../documents/document';

const MAPS = 'maps';
const SERVER_FILE = 'server/remote.cjs';
const SUFFIX = '.map.gz';
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;
const inflate = promisify(gunzip);

const sourceMap = z.looseObject({
  version: z.literal(3),
  sources: z.array(z.string().nullable()),
  sourcesContent: z.array(z.string().nullable()).optional(),
  mappings: z.string(),
});
export type SourceMapText = z.infer<typeof sourceMap>;

export const getMapPath = (file: string) => `${MAPS}/${file}${SUFFIX}`;

export async function readMaps(dist: string): Promise<Map<string, Buffer>> {
  const folder = path.join(dist, MAPS);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(SUFFIX))
    .map(({ parentPath, name }) => path.relative(dist, path.join(parentPath, name)))
    .map((name) => name.replaceAll(path.sep, '/'))
    .sort();
  const read = async (name: string) => [name, await readFile(path.join(dist, name))] as const;
  return new Map(await Promise.all(names.map(read)));
}

export const fileOfMap = (name: string): string =>
  name.slice(MAPS.length + 1, name.length - SUFFIX.length);

/** Unpacks a source map. Throws if it is malformed or too large. */
export async function unpackMap(name: string, packed: Buffer): Promise<SourceMapText> {
  const text = await inflate(packed, { maxOutputLength: MAX_UNPACKED_BYTES });
  return parseDocument(name, sourceMap, text);
}

/** Returns a function that converts indexes of a text, in ascending order, into lines and columns. */
export function createPositionReader(text: string) {
  let line = 1;
  let start = 0;
  let end = text.indexOf('\n');
  return (index: number): { line: number; column: number } => {
    while (end >= 0 && end < index) {
      line++;
      start = end + 1;
      end = text.indexOf('\n', start);
    }
    return { line, column: index - start + 1 };
  };
}

/** Returns places in a build's sources, as `src/page.tsx:12`, whose text matches; packages are skipped. */
export async function findInSources(
  maps: ReadonlyMap<string, Buffer>,
  pattern: RegExp,
): Promise<string[]> {
  const places = new Set<string>();
  for (const [name, packed] of maps) {
    const { sources, sourcesContent = [] } = await unpackMap(name, packed);
    for (const [index, source] of sources.entries()) {
      if (!source || source.includes('node_modules')) continue;
      const file = sourceName(source, fileOfMap(name));
      const text = sourcesContent[index] ?? '';
      const readPosition = createPositionReader(text);
      for (const match of text.matchAll(new RegExp(pattern, 'g')))
        places.add(`${file}:${readPosition(match.index).line}`);
    }
  }
  return [...places];
}

/** Returns a source path relative to the remote's folder, or for a package from its name. */
const sourceName = (source: string, file: string): string =>
  path.posix
    .normalize(`dist/${path.posix.dirname(file)}/${source.replace(/^webpack:\/\/[^/]*\//, '')}`)
    .replace(/^(\.\.\/)+/, '')
    .replace(/^.*\/node_modules\//, 'node_modules/');

/** Returns a function that names a place in a built file: by its source if there is a map, else by the built file. */
export async function locator(file: string, maps: ReadonlyMap<string, Buffer>) {
  const packed = maps.get(getMapPath(file));
  const map = packed && new SourceMap((await unpackMap(getMapPath(file), packed)) as never); // Node validates the rest
  return (line: number, column: number): string => {
    const entry = map?.findEntry(line - 1, column - 1);
    const isMapped = entry && 'originalSource' in entry;
    // a map may lack sources
    if (!isMapped || !(entry.originalSource as string | null | undefined))
      return `${file}:${line}:${column}`;
    return `${sourceName(entry.originalSource, file)}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  };
}

const isPackage = (place: string) => place.startsWith('node_modules/');
const isSource = (place: string) => !/^(?:webpack|server)\//.test(place);

/** Returns the source places of a stack of the server bundle: where it failed, and where own code led there. */
export async function locateStack(
  stack: string,
  maps: ReadonlyMap<string, Buffer>,
): Promise<string[]> {
  const locate = await locator(SERVER_FILE, maps);
  const frames = [...String(stack).matchAll(/\/server:(\d+):(\d+)/g)];
  const places = frames.map(([, line, column]) => locate(Number(line), Number(column)));
  const sources = places.filter(isSource);
  const source = sources.find((place) => !isPackage(place));
  return [...new Set([sources[0], source].filter((place) => place !== undefined))];
}
