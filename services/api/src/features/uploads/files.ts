import { inArray } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Dependencies } from '../../core/context/dependencies';
import { coachApplications, coaches } from '../../core/db/schema';
import { notFound } from '../../core/errors/problem';
import { sweepFiles } from '../../core/files/sweep';
import { uploadedFiles } from '../coaches/pictures';

type Pictures = Pick<Dependencies, 'pictures'>;

const FILE =
  /^(?:gallery|rank)?\d{1,10}-[0-9a-f]{16}-(?:\d{2,4}\.(?<type>avif|webp)|social\.(?<social>png))$/;
const UPLOADED = /^(?:(?:gallery|rank)?\d{1,10}-[0-9a-f]{16}-[\w.]+|proof-[0-9a-f]{32}\.webp)$/;
const MAX_ID = 2 ** 31 - 1;
const IMMUTABLE = 'public, max-age=31536000, immutable';

export async function saveFiles(
  { pictures }: Pictures,
  files: readonly [string, Buffer][],
): Promise<void> {
  for (const [file, content] of files) {
    const type = `image/${file.slice(file.lastIndexOf('.') + 1)}`;
    await pictures.write(file, [content], { maxBytes: content.length, type });
  }
}

export async function removeFiles({ pictures }: Pictures, files: readonly string[]): Promise<void> {
  for (const file of files) await pictures.remove(file);
}

type Pictured = Parameters<typeof uploadedFiles>[0];

export function removeUnreferenced(
  deps: Pick<Dependencies, 'background' | 'pictures'>,
  { before, after }: { before: Pictured; after: Pictured },
): void {
  const referenced = new Set(uploadedFiles(after));
  const unreferenced = uploadedFiles(before).filter((file) => !referenced.has(file));
  if (unreferenced.length > 0)
    deps.background.later('removing replaced pictures', () => removeFiles(deps, unreferenced));
}

export async function deleteLostPictures({
  db,
  pictures,
}: Pick<Dependencies, 'db' | 'pictures'>): Promise<void> {
  await sweepFiles(pictures, {
    name: UPLOADED,
    async findReferenced(names) {
      const ids = names.map((name) => Number(/^(?:gallery|rank)?(\d+)-/.exec(name)?.[1]));
      const rows = await db
        .select()
        .from(coaches)
        .where(
          inArray(
            coaches.id,
            [...new Set(ids)].filter((id) => id <= MAX_ID),
          ),
        );
      const proofs = await db
        .select({ picture: coachApplications.picture })
        .from(coachApplications)
        .where(inArray(coachApplications.picture, names));
      return [...rows.flatMap(uploadedFiles), ...proofs.map(({ picture }) => picture)];
    },
  });
}

export async function readUpload({ pictures }: Pictures, file: string): Promise<Buffer | null> {
  const content = await pictures.read(file);
  return content && Buffer.from(await new Response(content).arrayBuffer());
}

export const uploadRoutes = ({ pictures }: Pictures) =>
  new Hono().get('/uploads/:file', async (context) => {
    const file = context.req.param('file');
    const { type, social } = FILE.exec(file)?.groups ?? {};
    const content = type || social ? await pictures.read(file) : null;
    if (!content) throw notFound();
    return context.body(content, 200, {
      'content-type': `image/${type ?? social}`,
      'cache-control': IMMUTABLE,
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });
