import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { z } from 'zod';

/** Encrypts values of cookies, so that a browser can neither read nor change them. */
export class CookieSeal {
  private readonly secret: Uint8Array;

  /** @param secret 32 bytes, the same at all release servers of a site. */
  constructor(secret: Uint8Array) {
    this.secret = secret;
  }

  seal(purpose: string, value: object, { now, ttlS }: { now: Date; ttlS: number }) {
    const seconds = Math.floor(now.getTime() / 1000);
    return new EncryptJWT({ value })
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      .setAudience(purpose)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + ttlS)
      .encrypt(this.secret);
  }

  /** Returns the value; null if it is forged, expired, malformed or made for another purpose. */
  async open<Value>(
    purpose: string,
    sealed: string | undefined,
    { schema, now }: { schema: z.ZodType<Value>; now: Date },
  ): Promise<Value | null> {
    if (!sealed) return null;
    try {
      const { payload } = await jwtDecrypt(sealed, this.secret, {
        audience: purpose,
        currentDate: now,
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
        requiredClaims: ['exp'],
      });
      return schema.parse(payload['value']);
    } catch {
      return null;
    }
  }
}

export interface CookieOptions {
  origin: URL;
  /** `Lax` cookies survive the way back from an identity provider. */
  sameSite: 'Strict' | 'Lax';
  maxAge: number;
}

/** Ports share cookies, so the name of a cookie at this machine includes its port. */
const nameAt = (name: string, { port }: URL) => `carry-console-${name}${port && `-${port}`}`;
const prefixAt = ({ protocol }: URL) => (protocol === 'https:' ? ('host' as const) : undefined);

export const readCookie = (context: Context, name: string, origin: URL): string | undefined => {
  const prefix = prefixAt(origin);
  const full = nameAt(name, origin);
  return (prefix ? getCookie(context, full, prefix) : getCookie(context, full)) || undefined;
};

/** Sets a cookie that scripts cannot read; on https it is bound to this host. */
export function writeCookie(
  context: Context,
  [name, value]: [name: string, value: string],
  { origin, sameSite, maxAge }: CookieOptions,
): void {
  const prefix = prefixAt(origin);
  setCookie(context, nameAt(name, origin), value, {
    ...(prefix && { prefix }),
    path: '/',
    httpOnly: true,
    secure: prefix !== undefined,
    sameSite,
    maxAge,
  });
}

export function removeCookie(context: Context, name: string, origin: URL): void {
  const prefix = prefixAt(origin);
  deleteCookie(context, nameAt(name, origin), {
    ...(prefix && { prefix }),
    path: '/',
    secure: prefix !== undefined,
  });
}
