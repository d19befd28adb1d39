import type { ApiConfig } from '../../core/config';
import { Problem } from '../../core/errors/problem';

const OURS = /^[\w-]+\.(svg|png|jpe?g|webp|avif)$/;

type Config = Pick<ApiConfig, 'url' | 'pictureOrigins'>;

/** The address of a picture as it is stored: a file of ours, or an address elsewhere. */
export const pictureUrl = ({ url }: Pick<ApiConfig, 'url'>, stored: string) =>
  /^https?:/.test(stored) ? stored : `${url}/media/${stored}`;

/** Where pictures of coaches may come from; the site shows no others. */
export const pictureOrigins = ({ url, pictureOrigins }: Config): string[] => [
  new URL(url).origin,
  ...pictureOrigins,
];

/** How the address of a picture is stored; throws 400 for one that the site would not show. */
export function storedPicture(config: Config, address: string): string {
  const media = `${config.url}/media/`;
  if (address.startsWith(media)) {
    const file = address.slice(media.length);
    if (OURS.test(file)) return file;
  } else if (config.pictureOrigins.includes(new URL(address).origin)) return address;
  throw new Problem(400, `Pictures may come from ${pictureOrigins(config).join(', ')} only.`);
}
