import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { parseDocument } from '../documents/document';

/** Where source maps lie, in a build and beside a release: packed, under the names of their files. */
const MAPS = 'maps';
const SUFFIX = '.map.gz';
/** Unpacked. */
const MAX_MAP_BYTES = 32 * 1024 * 1024;
const inflate = promisify(gunzip);

/** What a map says; Node reads the rest of it. */
const sourceMap = z.looseObject({
  version: z.literal(3),
  sources: z.array(z.string().nullable()),
  sourcesContent: z.array(z.string().nullable()).optional(),
  mappings: z.string(),
});
export type SourceMapText = z.infer<typeof sourceMap>;

/** The map's name, of a file. */
export const mapOf = (file: string) => `${MAPS}/${file}${SUFFIX}`;

/** The maps in a folder of a build; none where it was built without. */
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

/** The file that a map is of, by the map's name. */
export const fileOfMap = (name: string): string =>
  name.slice(MAPS.length + 1, name.length - SUFFIX.length);

/** Unpacks a map; throws where it is not one, or larger than any is. */
export async function unpackMap(name: string, packed: Buffer): Promise<SourceMapText> {
  const text = await inflate(packed, { maxOutputLength: MAX_MAP_BYTES });
  return parseDocument(name, sourceMap, text);
}

/** Places in a build's own sources, as `src/page.tsx:12`, whose text matches; packages are left out. */
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
      for (const { index: at } of text.matchAll(new RegExp(pattern, 'g')))
        places.add(`${file}:${text.slice(0, at).split('\n').length}`);
    }
  }
  return [...places];
}

/** The path of a source from the folder of the remote; of a package, from its name. */
export const sourceName = (source: string, file: string): string =>
  path.posix
    .normalize(`dist/${path.posix.dirname(file)}/${source.replace(/^webpack:\/\/[^/]*\//, '')}`)
    .replace(/^(\.\.\/)+/, '')
    .replace(/^.*\/node_modules\//, 'node_modules/');
