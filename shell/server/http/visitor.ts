import { createHash, randomBytes } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Connection } from 'server-kit/network';

const ID_COOKIE = 'carry_id';
const YEAR_S = 365 * 24 * 60 * 60;
const BUCKETS = 100;

/** The bucket (0 to 99) of a visitor for a remote; it never changes, so that a growing share keeps everybody it had. */
export const bucketOf = (id: string, remote: string) =>
  createHash('sha256').update(`${remote} ${id}`).digest().readUInt32BE(0) % BUCKETS;

/** The visitor's id; a browser without one gets a random one. Asked only while there is a canary. */
export function visitorId(context: Context): string {
  const known = getCookie(context, ID_COOKIE);
  if (known && /^[\w-]{22}$/.test(known)) return known;
  const id = randomBytes(16).toString('base64url');
  setCookie(context, ID_COOKIE, id, {
    path: '/',
    maxAge: YEAR_S,
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(context),
  });
  return id;
}

export const isSecure = (context: Context) =>
  new URL(context.req.url).protocol === 'https:' ||
  context.req.header('x-forwarded-proto') === 'https';

/** Where a request came from, for `server-kit/network`. */
export const connectionOf = (context: Context): Connection => ({
  socket: socketAddress(context),
  header: (name) => context.req.header(name),
});

function socketAddress(context: Context): string {
  try {
    return getConnInfo(context).remote.address ?? '';
  } catch {
    return ''; // not from a socket
  }
}
