import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ApiConfig } from '../config';

/** Current and previous secret for signed links. */
export type LinkSecrets = Pick<ApiConfig, 'jwtSecret' | 'jwtSecretBefore'>;

const sign = (secret: string, what: string): string =>
  createHmac('sha256', secret).update(`carry link ${what}`).digest('base64url');

/** Signs a link that works without signing in. It stays valid while its secret is `JWT_SECRET` or `JWT_SECRET_BEFORE`. */
export const signatureOf = ({ jwtSecret }: Pick<LinkSecrets, 'jwtSecret'>, what: string): string =>
  sign(jwtSecret, what);

/** Verifies a link's signature in constant time. */
export function isSigned(
  { jwtSecret, jwtSecretBefore }: LinkSecrets,
  what: string,
  signature: string,
): boolean {
  const given = Buffer.from(signature);
  return [jwtSecret, jwtSecretBefore].some((secret) => {
    const expected = Buffer.from(sign(secret, what));
    return secret !== '' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
