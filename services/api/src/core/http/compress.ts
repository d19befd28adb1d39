import { gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import { compress } from 'hono/compress';
import type { Router } from './router';

/** Compressed: long answers, which a client asks for by a token or which contain no secret. */
const lists = [
  '/api/bookings/',
  '/api/my-sessions/',
  '/api/reviews/by-coach/*',
  '/api/account/export/',
  '/api/coach/earnings/export/',
];
/** Compressed within 2 ms. */
const MAX_AT_ONCE = 64_000;
/** A shorter answer fits into one packet anyway. */
const MIN_BYTES = 1024;
const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0)/i;

export function addCompression(app: Router): void {
  for (const list of lists) {
    app.use(list, compress());
    app.use(list, (context, next) => {
      context.set('compressed', true);
      return next();
    });
  }
}

/** Compresses a page of a list at once: the stream of `compress()`, which compresses whole lists, takes ten times as long for it. */
export function packPage(context: Context, text: string): string | Uint8Array<ArrayBuffer> {
  const bytes = Buffer.byteLength(text);
  if (!context.get('compressed') || bytes > MAX_AT_ONCE) return text;
  if (bytes < MIN_BYTES) {
    context.header('content-length', String(bytes)); // `compress()` leaves it then
    return text;
  }
  if (!acceptsGzip.test(context.req.header('accept-encoding') ?? '')) return text;
  context.header('content-encoding', 'gzip');
  context.header('vary', 'accept-encoding', { append: true });
  return gzipSync(text);
}
