import type { ApiConfig } from '../../core/config';
import { isSigned, type LinkSecrets, signText } from '../../core/http/signed';

const getName = (email: string) => `waiting list of ${email}`;

/** Unsubscribes from all games. `game` is the entry that records it once the others are deleted. */
export function waitlistUnsubscribe(
  config: Pick<ApiConfig, 'url'> & LinkSecrets,
  email: string,
  game: string,
) {
  const address = Buffer.from(email).toString('base64url');
  const page = `${config.url}/unsubscribe/waitlist/${address}.${signText(config, getName(email))}?game=${game}`;
  return { oneClick: page, page, words: 'Unsubscribe' };
}

const describeAgain = (email: string, game: string) => `waiting list of ${email} again for ${game}`;

export const waitlistAgain = (
  config: Pick<ApiConfig, 'url'> & LinkSecrets,
  email: string,
  game: string,
): string =>
  `${config.url}/waitlist/again/${game}/${Buffer.from(email).toString('base64url')}.${signText(config, describeAgain(email, game))}`;

export const againToken = (config: LinkSecrets, game: string, token: string): string | null =>
  read(config, token, (email) => describeAgain(email, game));

export const addressOfToken = (config: LinkSecrets, token: string): string | null =>
  read(config, token, getName);

function read(config: LinkSecrets, token: string, what: (email: string) => string): string | null {
  const [, address = '', signature = ''] = /^([\w-]{4,400})\.([\w-]+)$/.exec(token) ?? [];
  const email = Buffer.from(address, 'base64url').toString();
  return address && isSigned(config, what(email), signature) ? email : null;
}
