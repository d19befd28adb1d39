import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { TakenPicture } from '../checks/candidate';
import { encode, MAX_DOCUMENT_BYTES, parseDocument } from '../documents/document';
import { computeIntegrity } from '../documents/integrity';
import type { Store } from './store';

const MAX_PICTURES = 24;
const MAX_BYTES = 64 * 1024;
const FILE = /^[a-f0-9]{16}\.webp$/;

const picture = z.object({
  route: z.string().max(500),
  page: z.string().max(500),
  file: z.string().regex(FILE),
  integrity: z.string(),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
});
/** In a separate document, so that a release is the same with and without pictures. */
const index = z.object({ schema: z.literal(1), pages: z.array(picture).max(MAX_PICTURES) });

export type StoredPicture = z.infer<typeof picture>;

const indexOf = (base: string) => `${base}/pictures.json`;
const getName = (content: Buffer) =>
  `${createHash('sha256').update(content).digest('hex').slice(0, 16)}.webp`;

export async function storePictures(
  store: Store,
  base: string,
  taken: readonly TakenPicture[],
): Promise<void> {
  const pictures = taken
    .toSorted((a, b) => (a.route < b.route ? -1 : 1))
    .slice(0, MAX_PICTURES)
    .map(({ content, ...about }) => {
      const file = getName(content);
      return { content, entry: { ...about, file, integrity: computeIntegrity(content) } };
    });
  if (pictures.length === 0) return;
  const writes = pictures.map(({ content, entry }) =>
    store.write(`${base}/pictures/${entry.file}`, content),
  );
  await Promise.all(writes);
  const pages = pictures.map(({ entry }) => entry);
  await store.write(indexOf(base), encode({ schema: 1, pages } satisfies z.infer<typeof index>));
}

/** Returns the pictures of a release; none if it has no index, or a damaged one. */
export async function listPictures(store: Store, base: string): Promise<StoredPicture[]> {
  try {
    const document = await store.read(indexOf(base), MAX_DOCUMENT_BYTES.record);
    return document ? parseDocument(indexOf(base), index, document).pages : [];
  } catch {
    return [];
  }
}

/** Returns a picture of a release by its name; null if the index lacks it or it is damaged. */
export async function readPicture(
  store: Store,
  base: string,
  file: string,
): Promise<Buffer | null> {
  const entry = (await listPictures(store, base)).find((one) => one.file === file);
  const content = entry && (await store.read(`${base}/pictures/${file}`, MAX_BYTES));
  return content && computeIntegrity(content) === entry.integrity ? content : null;
}
