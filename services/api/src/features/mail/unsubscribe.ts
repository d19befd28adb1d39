import type { ApiConfig } from '../../core/config';
import { isSigned, type LinkSecrets, signText } from '../../core/http/signed';

type Links = Pick<ApiConfig, 'url' | 'siteUrl' | 'jwtSecret'>;

const MAX_ID = 2 ** 31 - 1;
const getName = (userId: number) => `reminders of user ${userId}`;

export function unsubscribeFrom({ url, siteUrl, jwtSecret }: Links, userId: number) {
  const token = `${userId}.${signText({ jwtSecret }, getName(userId))}`;
  return {
    oneClick: `${url}/unsubscribe/${token}`,
    page: `${siteUrl}/account/reminders?token=${token}`,
    words: 'Turn off reminders',
  };
}

export function parseUserToken(config: LinkSecrets, token: string): number | null {
  const [, digits = '', signature = ''] = /^(\d{1,10})\.([\w-]+)$/.exec(token) ?? [];
  const userId = Number(digits);
  return digits && userId <= MAX_ID && isSigned(config, getName(userId), signature) ? userId : null;
}
