import { createHash, randomBytes } from 'node:crypto';
import { getConnInfo } from '@hono/node-server/conninfo';
import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { LogLine } from 'server-kit/log';
import { type Connection, watchForProxy } from 'server-kit/network';

const ID_COOKIE = 'carry_id';
const YEAR_S = 365 * 24 * 60 * 60;
const BUCKETS = 100;

/** Returns a visitor's bucket (0 to 99) for a remote. It is stable, so a growing rollout keeps its visitors. */
export const getBucket = (id: string, remote: string) =>
  createHash('sha256').update(`${remote} ${id}`).digest().readUInt32BE(0) % BUCKETS;

/** Returns the visitor's id; sets a random one for a new browser. Called only while a canary or flag goes to a share. */
export function visitorId(context: Context): string {
  const storedId = getCookie(context, ID_COOKIE);
  if (storedId && /^[\w-]{22}$/.test(storedId)) return storedId;
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

export const getConnection = (context: Context): Connection => ({
  socket: socketAddress(context),
  header: (name) => context.req.header(name),
});

function socketAddress(context: Context): string {
  try {
    return getConnInfo(context).remote.address ?? '';
  } catch {
    return '';
  }
}

export function warnOfProxy(proxies: number, log: LogLine): MiddlewareHandler {
  const watch = watchForProxy(proxies, log);
  return async (context, next) => {
    watch(getConnection(context));
    await next();
  };
}
