import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const digest = (text: string) => createHash('sha256').update(text).digest();

export const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Compares two secrets in constant time, whatever their lengths. An empty one equals no other. */
export const isSameSecret = (secret: string, expected: string): boolean =>
  expected !== '' && timingSafeEqual(digest(secret), digest(expected));

export const readBearer = (authorization: string | undefined): string =>
  /^Bearer (.+)$/.exec(authorization ?? '')?.[1] ?? '';
