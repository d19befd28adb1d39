import type { Context } from 'hono';
import { compress } from 'hono/compress';
import type { Router } from './router';
import type { SharedJson } from './shared-json';

/** Compressed within 2 ms. */
const MAX_AT_ONCE = 64_000;
/** A shorter answer fits into one packet anyway. */
const MIN_BYTES = 1024;
const acceptsGzip = /\bgzip\b(?!\s*;\s*q=0)/i;

/** Compresses answers to GET as streams, unless `compressJson` did. Lengths reveal no secret (BREACH): other sites cannot send the token. */
export function addCompression(app: Router): void {
  const compressed = compress({ threshold: MIN_BYTES });
  app.use('/api/*', async (context, next) => {
    await next();
    const { req, res } = context;
    if (req.method === 'GET' && res.status === 200) await compressed(context, async () => {});
  });
}

/** Compresses an answer at once: the stream of `compress()`, which compresses whole lists, takes ten times as long for it. */
export function compressJson(
  context: Context,
  json: SharedJson<unknown>,
): string | Uint8Array<ArrayBuffer> {
  const { text } = json;
  const bytes = Buffer.byteLength(text);
  if (context.req.method !== 'GET' || bytes > MAX_AT_ONCE) return text;
  if (bytes < MIN_BYTES) {
    context.header('content-length', String(bytes)); // `compress()` leaves it then
    return text;
  }
  context.header('vary', 'accept-encoding', { append: true });
  if (!acceptsGzip.test(context.req.header('accept-encoding') ?? '')) return text;
  context.header('content-encoding', 'gzip');
  return json.gzip;
}
