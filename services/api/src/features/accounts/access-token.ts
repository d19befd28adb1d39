import { createHash } from 'node:crypto';
import { and, eq, exists, isNotNull, isNull } from 'drizzle-orm';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { decodeJwt, decodeProtectedHeader, SignJWT } from 'jose';
import { isSameSecret, sign } from 'server-kit/secrets';
import { z } from 'zod';
import type { Dependencies } from '../../core/context/dependencies';
import { refreshTokens, users } from '../../core/db/schema';
import { unauthorized } from '../../core/errors/problem';

const ACCESS_MINUTES = 10;
/** Allowed clock difference between two servers. */
const LEEWAY_SECONDS = 30;
const ISSUER = 'carry-api';
const ALGORITHM = 'HS256';

const encoder = new TextEncoder();

/** Key id (`kid`) of a secret: a hash. */
const getId = (secret: string) =>
  createHash('sha256').update(`carry key ${secret}`).digest('base64url').slice(0, 12);

function getSecret(
  { config: { jwtSecret, jwtSecretBefore } }: Dependencies,
  id: string | undefined,
) {
  if (id === undefined) return jwtSecret;
  const secret = [jwtSecret, jwtSecretBefore].find((each) => each && getId(each) === id);
  if (!secret) throw unauthorized();
  return secret;
}

export interface Caller {
  userId: number;
  sessionId: string | null;
}

const MAX_USER_ID = 2 ** 31 - 1; // users.id is a 32-bit integer

/** A critical extension (`crit`) would have to be understood. */
const accessHeader = z.object({
  alg: z.literal(ALGORITHM),
  kid: z.string().optional(),
  crit: z.never().optional(),
});

/** Required claims. Other users' ids would fail in the database. */
const accessClaims = z.object({
  iss: z.literal(ISSUER),
  typ: z.literal('access'),
  iat: z.number(),
  exp: z.number(),
  sub: z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .refine((id) => Number(id) <= MAX_USER_ID),
  sid: z.uuid().optional(),
});

/** Signs an access token, which is valid only while its session exists. */
export function signAccess(
  deps: Dependencies,
  userId: number,
  sessionId?: string,
): Promise<string> {
  const issued = Math.floor(deps.now().getTime() / 1000);
  return new SignJWT({ typ: 'access', sid: sessionId })
    .setProtectedHeader({ alg: ALGORITHM, kid: getId(deps.config.jwtSecret) })
    .setIssuer(ISSUER)
    .setSubject(String(userId))
    .setIssuedAt(issued)
    .setExpirationTime(issued + ACCESS_MINUTES * 60)
    .sign(encoder.encode(deps.config.jwtSecret));
}

/** Returns the caller of a token. Throws if it is forged or expired. `jwtVerify` would queue each behind the hashing of passwords. */
function verifyAccess(deps: Dependencies, token: string): Caller {
  const { kid } = accessHeader.parse(decodeProtectedHeader(token));
  const end = token.lastIndexOf('.');
  const signature = sign(getSecret(deps, kid), token.slice(0, end));
  if (!isSameSecret(token.slice(end + 1), signature)) throw unauthorized();
  const { sub, sid, exp } = accessClaims.parse(decodeJwt(token));
  if (exp + LEEWAY_SECONDS <= Math.floor(deps.now().getTime() / 1000)) throw unauthorized();
  return { userId: Number(sub), sessionId: sid ?? null };
}

function readCaller(deps: Dependencies, context: Context): Caller | null {
  const [scheme, token] = (context.req.header('authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) return null;
  try {
    return verifyAccess(deps, token);
  } catch {
    return null;
  }
}

export async function isLive(
  { db }: Dependencies,
  { userId, sessionId }: Caller,
): Promise<boolean> {
  const open = (id: string) =>
    exists(
      db
        .select({ family: refreshTokens.family })
        .from(refreshTokens)
        .where(and(eq(refreshTokens.family, id), isNull(refreshTokens.revokedAt))),
    );
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        isNull(users.deletedAt),
        isNull(users.lockedAt),
        sessionId === null ? undefined : open(sessionId),
      ),
    );
  return user !== undefined;
}

/** Throws 401, with a code if the account was deleted: the response of the deletion may be lost. */
export async function requireCaller(deps: Dependencies, context: Context): Promise<Caller> {
  const caller = readCaller(deps, context);
  if (!caller) throw unauthorized();
  if (await isLive(deps, caller)) return caller;
  throw unauthorized((await isDeleted(deps, caller)) ? 'account_deleted' : undefined);
}

const isDeleted = async ({ db }: Dependencies, { userId }: Caller): Promise<boolean> =>
  (await db.$count(users, and(eq(users.id, userId), isNotNull(users.deletedAt)))) > 0;

/** Authentication middleware; runs before validation and sets `userId` and `sessionId`. */
export const signedIn = (deps: Dependencies) =>
  createMiddleware<{ Variables: Caller }>(async (context, next) => {
    const caller = await requireCaller(deps, context);
    context.set('userId', caller.userId);
    context.set('sessionId', caller.sessionId);
    await next();
  });

/** Returns the user of a public call; null without a token. Throws 401 for an invalid one, so that the browser renews it and repeats the call. */
export async function userIfAny(deps: Dependencies, context: Context): Promise<number | null> {
  if (context.req.header('authorization') === undefined) return null;
  return (await requireCaller(deps, context)).userId;
}
