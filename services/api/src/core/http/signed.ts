import { isSameSecret, sign } from 'server-kit/secrets';
import type { ApiConfig } from '../config';

export type LinkSecrets = Pick<ApiConfig, 'jwtSecret' | 'jwtSecretBefore'>;

const signLink = (secret: string, what: string) => sign(secret, `carry link ${what}`);

/** Signs a link that works without signing in. It stays valid while its secret is `JWT_SECRET` or `JWT_SECRET_BEFORE`. */
export const signText = ({ jwtSecret }: Pick<LinkSecrets, 'jwtSecret'>, what: string): string =>
  signLink(jwtSecret, what);

export function isSigned(
  { jwtSecret, jwtSecretBefore }: LinkSecrets,
  what: string,
  signature: string,
): boolean {
  return [jwtSecret, jwtSecretBefore].some(
    (secret) => secret !== '' && isSameSecret(signature, signLink(secret, what)),
  );
}
