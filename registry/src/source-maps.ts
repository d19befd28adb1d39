import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { z } from 'zod';
import { encode, MAX_DOCUMENT_BYTES, parseDocument } from './document';
import { integrityOf } from './integrity';
import type { Store } from './store';

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

/** Their hashes: in a document of their own, so that a release is the same with and without them. */
const index = z.object({
  schema: z.literal(1),
  files: z.record(
    z.string().regex(/^maps\/[\w./-]+$/),
    z.object({ integrity: z.string(), bytes: z.number().int() }),
  ),
});
const indexOf = (base: string) => `${base}/maps.json`;
const mapOf = (file: string) => `${MAPS}/${file}${SUFFIX}`;

/** Whether a path of the store is of source maps, which hold sources, and whose: a remote's, or the shell's. */
export const mapsOwner = (file: string): string | null =>
  /^(mf-[^/]+|shell)\/[^/]+\/maps(\/|\.json$)/.exec(path.posix.normalize(file))?.[1] ?? null;

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

/** Unpacks a map; throws where it is none, or larger than any is. */
export async function unpackMap(name: string, packed: Buffer): Promise<SourceMapText> {
  const text = await inflate(packed, { maxOutputLength: MAX_MAP_BYTES });
  return parseDocument(name, sourceMap, text);
}

/** Puts maps beside what they are of; their hashes come last. */
export async function storeMaps(
  store: Store,
  base: string,
  maps: ReadonlyMap<string, Buffer>,
): Promise<void> {
  if (maps.size === 0) return;
  await Promise.all([...maps].map(([name, content]) => store.write(`${base}/${name}`, content)));
  const files = Object.fromEntries(
    [...maps].map(([name, content]) => [
      name,
      { integrity: integrityOf(content), bytes: content.length },
    ]),
  );
  await store.write(indexOf(base), encode({ schema: 1, files }));
}

/** The map of a file beside a release, or why there is none that counts. */
export async function readMap(
  store: Store,
  base: string,
  file: string,
): Promise<SourceMapText | string> {
  const name = mapOf(file);
  const document = await store.read(indexOf(base), MAX_DOCUMENT_BYTES.record);
  const known = document && parseDocument(indexOf(base), index, document).files[name];
  const packed = known && (await store.read(`${base}/${name}`));
  if (!packed) return 'the store has no source map of it';
  if (integrityOf(packed) !== known.integrity) return 'its source map in the store is damaged';
  return unpackMap(name, packed);
}
