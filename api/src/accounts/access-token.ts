import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { jwtVerify, SignJWT } from 'jose';
import { unauthorized } from '../http/problem';
import type { Services } from '../services';

const ACCESS_MINUTES = 10;
const ISSUER = 'carry-api';
const ALGORITHM = 'HS256';

const key = ({ config }: Services) => new TextEncoder().encode(config.jwtSecret);

/** A signed access token of a user. */
export function signAccess(services: Services, userId: number): Promise<string> {
  const issued = Math.floor(services.now().getTime() / 1000);
  return new SignJWT({ typ: 'access' })
    .setProtectedHeader({ alg: ALGORITHM })
    .setIssuer(ISSUER)
    .setSubject(String(userId))
    .setIssuedAt(issued)
    .setExpirationTime(issued + ACCESS_MINUTES * 60)
    .sign(key(services));
}

/** The user of the request's bearer token; throws 401 for anything else. */
async function requireUser(services: Services, context: Context): Promise<number> {
  const [scheme, token] = (context.req.header('authorization') ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw unauthorized();
  try {
    const { payload } = await jwtVerify(token, key(services), { issuer: ISSUER, algorithms: [ALGORITHM], currentDate: services.now() });
    const user = Number(payload.sub);
    if (payload['typ'] !== 'access' || !Number.isInteger(user)) throw unauthorized();
    return user;
  } catch {
    throw unauthorized();
  }
}

/** A route's `middleware`: asks who is there before anything of the request is read; `userId` says it. */
export const signedIn = (services: Services) =>
  createMiddleware<{ Variables: { userId: number } }>(async (context, next) => {
    context.set('userId', await requireUser(services, context));
    await next();
  });

/** The user of a call that anybody may make; null for anybody else. */
export const userIfAny = (services: Services, context: Context) => requireUser(services, context).catch(() => null);
