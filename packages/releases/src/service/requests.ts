import type { Context } from 'hono';
import { ReleaseRefused } from '../errors/errors';
import { hashBody } from '../signing/request';
import { Untrusted } from '../signing/signature';
import type { Sender } from './sender';

export function toSignedRequest({ req }: Context) {
  const { pathname, search } = new URL(req.url);
  const head = {
    method: req.method,
    path: pathname + search,
    audience: req.header('carry-audience') ?? '',
    digest: req.header('carry-digest') ?? '',
  };
  return { head, header: (name: string) => req.header(name) };
}

/** Reads the body. Throws {@link Untrusted} if it does not match the signed digest. */
export async function readSignedBody({ req }: Context): Promise<Buffer> {
  const body = Buffer.from(req.method === 'POST' ? await req.arrayBuffer() : new ArrayBuffer(0));
  if (hashBody(body) !== req.header('carry-digest'))
    throw new Untrusted('the body does not match the signed digest');
  return body;
}

export function tooLarge(bytes: number): never {
  throw new ReleaseRefused(
    `the body is larger than ${bytes / 1024 / 1024} MB, the limit of this server`,
  );
}

export function refuseForm(): never {
  throw new ReleaseRefused('malformed release: the form cannot be parsed');
}

export function busy(context: Context, detail: string, seconds: number) {
  return context.json({ detail }, 429, { 'retry-after': String(seconds) });
}

export const tooMany = (context: Context, { name }: Pick<Sender, 'name'>, seconds: number) =>
  busy(context, `rate limit exceeded for ${name}; try again in ${seconds} seconds`, seconds);

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

/** Throws {@link Untrusted} for a request that was signed for another release server. Without configured hosts, only the local address is accepted. */
export function assertForThis(audience: string, host: string, hosts: readonly string[]): void {
  const isOurs =
    hosts.length > 0 ? hosts.includes(audience) : LOOPBACK.test(audience) && audience === host;
  if (isOurs) return;
  const hostNames = hosts.join(', ') || 'RELEASES_URL names none';
  throw new Untrusted(
    `the request is signed for '${audience.slice(0, 100)}', not for this release server (${hostNames})`,
  );
}
