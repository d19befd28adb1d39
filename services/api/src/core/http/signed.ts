import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ApiConfig } from '../config';

/** What links are signed with, and what those before the last change of secret were. */
export type LinkSecrets = Pick<ApiConfig, 'jwtSecret' | 'jwtSecretBefore'>;

const sign = (secret: string, what: string): string =>
  createHmac('sha256', secret).update(`carry link ${what}`).digest('base64url');

/** What makes a link open one thing for whoever has it, without signing in; it holds for as long as `JWT_SECRET` does, there or as `JWT_SECRET_BEFORE`. */
export const signatureOf = ({ jwtSecret }: Pick<LinkSecrets, 'jwtSecret'>, what: string): string =>
  sign(jwtSecret, what);

/** Whether a signature is the one of this thing; its time tells nothing. */
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
