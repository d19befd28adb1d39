import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ApiConfig } from '../config';

/** What makes a link open one thing for whoever has it, without signing in; it holds for as long as `JWT_SECRET` does. */
export const signatureOf = ({ jwtSecret }: Pick<ApiConfig, 'jwtSecret'>, what: string): string =>
  createHmac('sha256', jwtSecret).update(`carry link ${what}`).digest('base64url');

/** Whether a signature is the one of this thing; its time tells nothing. */
export function isSigned(
  config: Pick<ApiConfig, 'jwtSecret'>,
  what: string,
  signature: string,
): boolean {
  const expected = Buffer.from(signatureOf(config, what));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
