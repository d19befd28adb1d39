import path from 'node:path';
import { z } from 'zod';
import { getMapPath, type SourceMapText, unpackMap } from '../artifacts/source-maps';
import { encode, MAX_DOCUMENT_BYTES, parseDocument } from '../documents/document';
import { computeIntegrity } from '../documents/integrity';
import { inBatches } from './batches';
import type { Store } from './store';

/** Hashes of the maps, in a separate document, so that a release is the same with and without maps. */
const index = z.object({
  schema: z.literal(1),
  files: z.record(
    z.string().regex(/^maps\/[\w./-]+$/),
    z.object({ integrity: z.string(), bytes: z.number().int() }),
  ),
});
const indexOf = (base: string) => `${base}/maps.json`;

/** Returns the owner of a source map's path (a remote or the shell); null for other paths. */
export const mapsOwner = (file: string): string | null =>
  /^(mf-[^/]+|shell)\/[^/]+\/maps(\/|\.json$)/.exec(path.posix.normalize(file))?.[1] ?? null;

export async function storeMaps(
  store: Store,
  base: string,
  maps: ReadonlyMap<string, Buffer>,
): Promise<void> {
  if (maps.size === 0) return;
  await inBatches([...maps], ([name, content]) => store.write(`${base}/${name}`, content));
  const files = Object.fromEntries(
    [...maps].map(([name, content]) => [
      name,
      { integrity: computeIntegrity(content), bytes: content.length },
    ]),
  );
  await store.write(indexOf(base), encode({ schema: 1, files }));
}

export async function mapFiles(store: Store, base: string): Promise<string[]> {
  const document = await store.read(indexOf(base), MAX_DOCUMENT_BYTES.record);
  if (!document) return [];
  return ['maps.json', ...Object.keys(parseDocument(indexOf(base), index, document).files)];
}

export async function readMap(
  store: Store,
  base: string,
  file: string,
): Promise<SourceMapText | string> {
  const name = getMapPath(file);
  const document = await store.read(indexOf(base), MAX_DOCUMENT_BYTES.record);
  const entry = document && parseDocument(indexOf(base), index, document).files[name];
  const packed = entry && (await store.read(`${base}/${name}`));
  if (!packed) return 'the store has no source map of this file';
  if (computeIntegrity(packed) !== entry.integrity) return 'its source map in the store is damaged';
  return unpackMap(name, packed);
}
