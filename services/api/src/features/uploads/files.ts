import { inArray } from 'drizzle-orm';
import { Hono } from 'hono';
import type { Dependencies } from '../../core/context/dependencies';
import { coaches } from '../../core/db/schema';
import { notFound } from '../../core/errors/problem';
import { sweepFiles } from '../../core/files/sweep';
import { PORTRAIT_TYPES, PORTRAIT_WIDTHS, portraitFile, socialFile } from '../coaches/pictures';

type Portraits = Pick<Dependencies, 'portraits'>;

const FILE = /^\d{1,10}-[0-9a-f]{16}-(?:\d{2,4}\.(?<type>avif|webp)|social\.(?<social>png))$/;
const NAME = /^\d{1,10}-[0-9a-f]{16}(?=-)/;
const IMMUTABLE = 'public, max-age=31536000, immutable';

const typeOf = (file: string) => `image/${FILE.exec(file)?.groups?.['type'] ?? 'png'}`;

export async function saveFiles(
  { portraits }: Portraits,
  files: readonly [string, Buffer][],
): Promise<void> {
  for (const [file, content] of files)
    await portraits.write(file, [content], { maxBytes: content.length, type: typeOf(file) });
}

/** Deletes all files of a portrait. */
export async function removePortrait({ portraits }: Portraits, name: string): Promise<void> {
  const sizes = PORTRAIT_WIDTHS.flatMap((width) =>
    PORTRAIT_TYPES.map((type) => portraitFile(name, width, type)),
  );
  for (const file of [...sizes, socialFile(name)]) await portraits.remove(file);
}

/** Deletes portraits that no coach has. */
export const deleteLostPortraits = ({ db, portraits }: Pick<Dependencies, 'db' | 'portraits'>) =>
  sweepFiles(portraits, {
    name: NAME,
    findNamed: async (names) => {
      const rows = await db
        .selectDistinct({ portrait: coaches.portrait })
        .from(coaches)
        .where(inArray(coaches.portrait, names));
      return rows.map(({ portrait }) => portrait);
    },
  });

/** Serves uploaded pictures; a changed picture has a new address. */
export const uploadRoutes = ({ portraits }: Portraits) =>
  new Hono().get('/uploads/:file', async (context) => {
    const file = context.req.param('file');
    const content = FILE.test(file) ? await portraits.read(file) : null;
    if (!content) throw notFound();
    return context.body(content, 200, {
      'content-type': typeOf(file),
      'cache-control': IMMUTABLE,
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });
