import { Hono } from 'hono';
import type { ApiConfig } from '../../core/config';
import { notFound } from '../../core/errors/problem';
import { PORTRAIT_TYPES, PORTRAIT_WIDTHS, portraitFile, socialFile } from '../coaches/pictures';
import { openPictureStore } from './picture-store';

const FILE = /^\d{1,10}-[0-9a-f]{16}-(?:\d{2,4}\.(?<type>avif|webp)|social\.(?<social>png))$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';

const typeOf = (file: string) => `image/${FILE.exec(file)?.groups?.['type'] ?? 'png'}`;

export async function saveFiles(
  config: Pick<ApiConfig, 'uploads'>,
  files: readonly [string, Buffer][],
): Promise<void> {
  const store = await openPictureStore(config);
  for (const [file, content] of files) await store.write(file, content, typeOf(file));
}

/** Deletes all files of a portrait. */
export async function removePortrait(
  config: Pick<ApiConfig, 'uploads'>,
  name: string,
): Promise<void> {
  const store = await openPictureStore(config);
  const sizes = PORTRAIT_WIDTHS.flatMap((width) =>
    PORTRAIT_TYPES.map((type) => portraitFile(name, width, type)),
  );
  for (const file of [...sizes, socialFile(name)]) await store.remove(file);
}

/** Serves uploaded pictures; a changed picture has a new address. */
export const uploadRoutes = (config: Pick<ApiConfig, 'uploads'>) =>
  new Hono().get('/uploads/:file', async (context) => {
    const file = context.req.param('file');
    const { type, social } = FILE.exec(file)?.groups ?? {};
    const content = type || social ? await (await openPictureStore(config)).read(file) : null;
    if (!content) throw notFound();
    return context.body(new Uint8Array(content), 200, {
      'content-type': `image/${type ?? social}`,
      'cache-control': IMMUTABLE,
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });
