import type { ApiConfig } from '../config';
import { isSigned, type LinkSecrets, signatureOf } from '../http/signed';

const nameOf = (email: string) => `waiting list of ${email}`;

/** Where somebody who waits for a coach ends that. */
export function waitlistUnsubscribe(config: Pick<ApiConfig, 'url'> & LinkSecrets, email: string) {
  const address = Buffer.from(email).toString('base64url');
  const page = `${config.url}/unsubscribe/waitlist/${address}.${signatureOf(config, nameOf(email))}`;
  return { oneClick: page, page, words: 'No invitations' };
}

/** Whose invitations a token of {@link waitlistUnsubscribe} ends; null for any other text. */
export function addressOfToken(config: LinkSecrets, token: string): string | null {
  const [, address = '', signature = ''] = /^([\w-]{4,400})\.([\w-]+)$/.exec(token) ?? [];
  const email = Buffer.from(address, 'base64url').toString();
  return address && isSigned(config, nameOf(email), signature) ? email : null;
}
