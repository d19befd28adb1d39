import { createHash, randomBytes } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import { networkOf } from 'contracts/network';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { isLoopback } from './health/health';

const ID_COOKIE = 'carry_id';
const YEAR_S = 365 * 24 * 60 * 60;
const BUCKETS = 100;

/** The bucket (0 to 99) of an id; it never changes, so that a growing share keeps everybody it had. */
const bucketOf = (id: string) => createHash('sha256').update(id).digest().readUInt32BE(0) % BUCKETS;

/** The visitor's bucket; gives a browser without an id a random one. Asked only while there is a canary. */
export function visitorBucket(context: Context): number {
  const known = getCookie(context, ID_COOKIE);
  if (known && /^[\w-]{22}$/.test(known)) return bucketOf(known);
  const id = randomBytes(16).toString('base64url');
  setCookie(context, ID_COOKIE, id, { path: '/', maxAge: YEAR_S, httpOnly: true, sameSite: 'Lax', secure: isSecure(context) });
  return bucketOf(id);
}

export const isSecure = (context: Context) =>
  new URL(context.req.url).protocol === 'https:' || context.req.header('x-forwarded-proto') === 'https';

/** The network that a visitor is in, past so many proxies of ours. */
export const visitorNetwork = (context: Context, proxies: number) =>
  networkOf(socketAddress(context), context.req.header('x-forwarded-for'), proxies);

/** The address at the other end of the connection; behind a proxy, the proxy's. */
function socketAddress(context: Context): string {
  try {
    return getConnInfo(context).remote.address ?? '';
  } catch {
    return ''; // not from a socket
  }
}

/** Whether a request was made on this machine: by its address, its host name, and no proxy in between. */
export function isLocal(context: Context): boolean {
  const proxied = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'].some((name) => context.req.header(name) !== undefined);
  const { hostname } = new URL(context.req.url);
  return !proxied && isLoopback(socketAddress(context)) && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}
