import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { isSameSecret } from '../documents/hmac';
import { Untrusted } from '../signing/signature';
import { type CookieSeal, readCookie, writeCookie } from './cookies';
import { type ConsoleUser, type Session, session } from './users';

const SESSION = 'session';
/** A working day. */
const SESSION_S = 8 * 60 * 60;
/** Bytes of a cookie's name and value that every browser keeps. */
const MAX_COOKIE = 4000;
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/;

export interface GuardParts {
  seal: CookieSeal;
  /** Public origin of the console; null: this machine, at any port. */
  origin: string | null;
  now(): Date;
}

/** Returns the console's own origin. Throws {@link Untrusted} for a request to another host, such as after DNS rebinding. */
export function getOrigin({ req }: Context, { origin }: Pick<GuardParts, 'origin'>): URL {
  const host = req.header('host') ?? '';
  if (origin !== null ? new URL(origin).host === host : LOOPBACK.test(host))
    return new URL(origin ?? `http://${host}`);
  throw new Untrusted('this console does not serve this host');
}

/** Throws {@link Untrusted} for a request that a page of another origin sent. */
export function assertSameOrigin(context: Context, parts: Pick<GuardParts, 'origin'>): void {
  const { req } = context;
  const origin = getOrigin(context, parts).origin;
  const site = req.header('sec-fetch-site');
  const from = req.header('origin');
  const isRead = req.method === 'GET';
  const isOwnSite = site === undefined || site === 'same-origin' || (isRead && site === 'none');
  const isOwnOrigin = from === origin || (isRead && from === undefined);
  if (!isOwnSite || !isOwnOrigin)
    throw new Untrusted('the request comes from another origin than the console');
}

/** An account whose roles do not fit in a cookie. */
export class TooManyRoles extends Untrusted {
  readonly kind = 'too-many-roles';
}

/** Signs a browser in. Throws {@link TooManyRoles}. */
export async function startSession(
  context: Context,
  user: ConsoleUser,
  parts: GuardParts,
): Promise<void> {
  const started: Session = { user, csrf: randomBytes(32).toString('base64url') };
  const sealed = await parts.seal.seal(SESSION, started, { now: parts.now(), ttlS: SESSION_S });
  if (sealed.length > MAX_COOKIE)
    throw new TooManyRoles(
      `${user.name} acts for ${user.identities.length} claims, which do not fit in a cookie; name one group in the owners of several remotes`,
    );
  writeCookie(context, [SESSION, sealed], {
    origin: getOrigin(context, parts),
    sameSite: 'Strict',
    maxAge: SESSION_S,
  });
}

export { SESSION as SESSION_COOKIE };

/** Requires a session, and for each change the console's origin and the session's CSRF token. */
export const requireSession = (parts: GuardParts) =>
  createMiddleware<{ Variables: { session: Session } }>(async (context, next) => {
    assertSameOrigin(context, parts);
    const sealed = readCookie(context, SESSION, getOrigin(context, parts));
    const current = await parts.seal.open(SESSION, sealed, { schema: session, now: parts.now() });
    if (!current) return context.json({ detail: 'your session has ended; sign in again' }, 401);
    if (context.req.method !== 'GET') assertToken(context, current);
    context.set('session', current);
    await next();
  });

function assertToken({ req }: Context, { csrf }: Session): void {
  if (!isSameSecret(req.header('x-csrf-token') ?? '', csrf))
    throw new Untrusted('the request has no valid CSRF token; reload the page');
  if (!/^application\/json\b/.test(req.header('content-type') ?? ''))
    throw new Untrusted('a change is sent as JSON');
}
