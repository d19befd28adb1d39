import { Hono } from 'hono';
import type { ApiConfig } from '../../core/config';
import type { Dependencies } from '../../core/context/dependencies';
import { notFound } from '../../core/errors/problem';
import { uploadedFiles } from '../coaches/pictures';
import { openPictureStore } from './picture-store';

const FILE =
  /^(?:gallery|rank)?\d{1,10}-[0-9a-f]{16}-(?:\d{2,4}\.(?<type>avif|webp)|social\.(?<social>png))$/;
const IMMUTABLE = 'public, max-age=31536000, immutable';

export async function saveFiles(
  config: Pick<ApiConfig, 'uploads'>,
  files: readonly [string, Buffer][],
): Promise<void> {
  const store = await openPictureStore(config);
  for (const [file, content] of files)
    await store.write(file, content, `image/${file.slice(file.lastIndexOf('.') + 1)}`);
}

/** Returns an uploaded file; null if it is gone. */
export const readUpload = async (
  config: Pick<ApiConfig, 'uploads'>,
  file: string,
): Promise<Buffer | null> => (await openPictureStore(config)).read(file);

export async function removeFiles(
  config: Pick<ApiConfig, 'uploads'>,
  files: readonly string[],
): Promise<void> {
  const store = await openPictureStore(config);
  for (const file of files) await store.remove(file);
}

type Pictured = Parameters<typeof uploadedFiles>[0];

/** Deletes the files that a coach's page no longer names, after the response. */
export function removeUnnamed(
  { background, config }: Pick<Dependencies, 'background' | 'config'>,
  { before, after }: { before: Pictured; after: Pictured },
): void {
  const named = new Set(uploadedFiles(after));
  const unnamed = uploadedFiles(before).filter((file) => !named.has(file));
  if (unnamed.length > 0)
    background.later('removing replaced pictures', () => removeFiles(config, unnamed));
}

/** Serves uploaded pictures; a changed picture has a new address. */
export const uploadRoutes = (config: Pick<ApiConfig, 'uploads'>) =>
  new Hono().get('/uploads/:file', async (context) => {
    const file = context.req.param('file');
    const { type, social } = FILE.exec(file)?.groups ?? {};
    const content = type || social ? await readUpload(config, file) : null;
    if (!content) throw notFound();
    return context.body(new Uint8Array(content), 200, {
      'content-type': `image/${type ?? social}`,
      'cache-control': IMMUTABLE,
      'content-security-policy': "default-src 'none'; sandbox",
    });
  });
