import { statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { isLasting } from '@carry/releases';
import type { Context } from 'hono';
import { LRUCache } from 'lru-cache';
import { DamagedRelease, isFileError, type ReleaseFiles } from '../releases/release-files';

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.gif': 'image/gif',
  '.woff': 'font/woff',
  '.ttf': 'font/ttf',
  '.otf': 'font/otf',
  '.mp3': 'audio/mpeg',
  '.m4a': 'audio/mp4',
  '.ogg': 'audio/ogg',
  '.wav': 'audio/wav',
  '.mp4': 'video/mp4',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt; charset=utf-8',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
const IMMUTABLE = 'public, max-age=31536000, immutable';
const SHORT = 'public, max-age=3600, stale-while-revalidate=86400';
const MAX_CACHE_BYTES = 64 * 1024 * 1024;
const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

const RETRY_AFTER_S = '2';
const UNAVAILABLE = 'unavailable';

interface Asset {
  bytes: Buffer;
  encoding?: 'br' | 'gzip' | undefined;
}

export function encodingFor(accept: string | undefined): 'br' | 'gzip' | undefined {
  const accepted = (accept ?? '').split(',').flatMap((part) => {
    const [name = '', quality] = part.split(/;\s*q=/);
    return quality !== undefined && Number(quality) === 0 ? [] : [name.trim().toLowerCase()];
  });
  return (['br', 'gzip'] as const).find((encoding) => accepted.includes(encoding));
}

/** Returns the encoding of a page. Prefers gzip, because most of a page is precompressed. */
export const pageEncodingFor = (accept: string | undefined) =>
  encodingFor((accept ?? '').replaceAll(/(^|,)\s*br\b/gi, '$1')) ?? encodingFor(accept);

export async function compress(text: string, encoding: 'br' | 'gzip' | undefined): Promise<Buffer> {
  const bytes = Buffer.from(text);
  if (encoding === 'br') return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
  return encoding === 'gzip' ? gz(bytes) : bytes;
}

export class AssetServer {
  private readonly cache: LRUCache<string, Asset, () => Promise<Asset | null>>;

  constructor(maxBytes = MAX_CACHE_BYTES) {
    this.cache = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ bytes }) => Math.max(1, bytes.length),
      fetchMethod: async (_key, _stale, { context: read }) => (await read()) ?? undefined, // singleflight
      ignoreFetchAbort: true, // an evicted read still resolves
    });
  }

  get size(): number {
    return this.cache.calculatedSize;
  }

  /** Responds with a file of a release; with an uncached 404 if it is missing or damaged, and 503 if the store fails. */
  async fromRelease(
    context: Context,
    files: ReleaseFiles,
    {
      name,
      version,
      file,
      onDamage,
    }: { name: string; version: string; file: string; onDamage: (why: string) => void },
  ): Promise<Response> {
    const encoding = encodingFor(context.req.header('accept-encoding'));
    const suffix = { br: '.br', gzip: '.gz' };
    const read = async () => {
      const plain = await files.read(name, version, file); // the compressed file has no integrity of its own without it
      if (!plain) return null;
      const packed = encoding && (await files.read(name, version, file + suffix[encoding]));
      return packed ? { bytes: packed, encoding } : { bytes: plain };
    };
    const asset = await this.cached(`${name}/${version}/${file} ${encoding ?? ''}`, read).catch(
      (error: Error) => {
        if (error instanceof DamagedRelease) onDamage(error.message);
        return missingOrUnavailable(error);
      },
    );
    return answer(context, file, { asset, caching: IMMUTABLE });
  }

  async fromFolder(
    context: Context,
    folder: string,
    {
      file,
      archived = async () => null,
    }: { file: string; archived?: (file: string) => Promise<Buffer | null> },
  ): Promise<Response> {
    const target = path.join(folder, file);
    if (!target.startsWith(folder + path.sep))
      return answer(context, file, { asset: null, caching: SHORT });
    const packable = /\.(js|css|svg|json|txt)$/.test(file);
    const encoding = packable ? encodingFor(context.req.header('accept-encoding')) : undefined;
    const suffix = encoding && { br: '.br', gzip: '.gz' }[encoding];
    const lasting = isLasting(file);
    const plain = lasting ? null : await stat(target).catch(() => null); // an operator may replace a picture
    const readBuilt = async (name: string) => {
      const built = path.join(folder, name);
      if (plain && (await stat(built)).mtimeMs < plain.mtimeMs) return null; // compressed from a replaced file
      return readFile(built);
    };
    const readBest = async (read: (file: string) => Promise<Buffer | null>) => {
      const packed = suffix && (await read(file + suffix));
      if (packed) return { bytes: packed, encoding };
      const plain = await read(file);
      return plain && { bytes: plain };
    };
    const asset = await this.cached(
      `${target} ${plain?.mtimeMs} ${plain?.size} ${encoding ?? ''}`,
      async () =>
        (await readBest((name) => readBuilt(name).catch(() => null))) ?? (await readBest(archived)),
    ).catch(missingOrUnavailable);
    return answer(context, file, { asset, caching: lasting ? IMMUTABLE : SHORT });
  }

  async fromText(
    context: Context,
    name: string,
    { text, caching }: { text: string; caching: string },
  ): Promise<Response> {
    const encoding = encodingFor(context.req.header('accept-encoding'));
    const asset = await this.cached(`${name} ${encoding ?? ''}`, async () => ({
      bytes: await compress(text, encoding),
      encoding,
    }));
    return answer(context, name, { asset, caching });
  }

  private cached = async (key: string, read: () => Promise<Asset | null>) =>
    (await this.cache.fetch(key, { context: read })) ?? null;
}

const missingOrUnavailable = (error: Error): null | typeof UNAVAILABLE =>
  isFileError(error) ? null : UNAVAILABLE;

function answer(
  context: Context,
  file: string,
  { asset, caching }: { asset: Asset | null | typeof UNAVAILABLE; caching: string },
): Response {
  if (asset === UNAVAILABLE)
    return context.text('The release store is unavailable', 503, {
      'cache-control': 'no-store',
      'retry-after': RETRY_AFTER_S,
    });
  if (!asset) return context.text('Not found', 404, { 'cache-control': 'no-store' });
  context.header('content-type', types[path.extname(file)] ?? 'application/octet-stream');
  context.header('cache-control', caching);
  context.header('access-control-allow-origin', '*');
  context.header('cross-origin-resource-policy', 'cross-origin');
  context.header('vary', 'accept-encoding');
  if (asset.encoding) context.header('content-encoding', asset.encoding);
  else context.header('accept-ranges', 'bytes');
  const part = asset.encoding ? null : readRange(context.req.header('range'), asset.bytes.length);
  const bytes = asset.bytes as Uint8Array<ArrayBuffer>; // no copy: slow clients would hold one each
  if (!part) return context.body(bytes);
  const { start, end } = part;
  context.header('content-range', `bytes ${start}-${end}/${asset.bytes.length}`);
  return context.body(bytes.subarray(start, end + 1), 206);
}

/** Returns the range of bytes that a player asks for; Safari plays no video without. `null`: the whole file. */
function readRange(header: string | undefined, length: number) {
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? [];
  const start = Number(first);
  const end = Math.min(last ? Number(last) : length - 1, length - 1);
  return first !== undefined && start <= end ? { start, end } : null;
}

const PICTURE = /^[\w-]+(\/[\w-]+)*\.(ico|png|svg|webp)$/;

/** Returns true if the operator's folder has this picture. Only picture files count. */
export function hasPicture(folder: string, file: string): boolean {
  if (!PICTURE.test(file)) return false;
  try {
    return statSync(path.join(folder, file)).isFile();
  } catch {
    return false; // missing, or the name is too long
  }
}
