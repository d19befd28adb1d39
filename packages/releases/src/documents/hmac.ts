import { createHmac, timingSafeEqual } from 'node:crypto';

/** Returns the HMAC-SHA-256 of a text, in base64url. */
export const hmac = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');

/** Compares two secrets of the same length in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Verifies an HMAC in constant time. */
export const isHmac = (signature: string, secret: string, text: string): boolean =>
  isSameSecret(signature, hmac(secret, text));
