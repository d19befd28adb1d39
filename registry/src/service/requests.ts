import type { Context } from 'hono';
import { ReleaseRefused } from '../errors';

/** A request as its signature covers it. */
export async function requestOf({ req }: Context) {
  const { method, url } = req;
  const { pathname, search } = new URL(url);
  const body = Buffer.from(method === 'POST' ? await req.arrayBuffer() : new ArrayBuffer(0));
  const parts = { method, path: pathname + search, body };
  return { parts, header: (name: string) => req.header(name) };
}

export function tooLarge(bytes: number): never {
  throw new ReleaseRefused(`it is larger than ${bytes / 1024 / 1024} MB, which this server takes`);
}

export function refuseForm(): never {
  throw new ReleaseRefused('what was sent is not a release: its parts cannot be read');
}

export function busy(context: Context, detail: string, seconds: number) {
  return context.json({ detail }, 429, { 'retry-after': String(seconds) });
}
