import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the HMAC-SHA-256 of a text, in base64url. */
export const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Verifies an HMAC in constant time. */
export function isHmac(signature: string, secret: string, text: string): boolean {
  const given = Buffer.from(signature);
  const expected = Buffer.from(hmac(secret, text));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
