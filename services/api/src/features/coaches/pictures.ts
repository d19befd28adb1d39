import type { ApiConfig } from '../../core/config';
import { Problem } from '../../core/errors/problem';

const OURS = /^[\w-]+\.(svg|png|jpe?g|webp|avif)$/;

type Config = Pick<ApiConfig, 'url' | 'pictureOrigins'>;

/** Public URL of a stored picture. */
export const pictureUrl = ({ url }: Pick<ApiConfig, 'url'>, stored: string) =>
  /^https?:/.test(stored) ? stored : `${url}/media/${stored}`;

/** Allowed origins of coach pictures. */
export const pictureOrigins = ({ url, pictureOrigins }: Config): string[] => [
  new URL(url).origin,
  ...pictureOrigins,
];

/** Converts a picture URL for storage. Throws 400 if its origin is not allowed. */
export function storedPicture(config: Config, address: string): string {
  const media = `${config.url}/media/`;
  if (address.startsWith(media)) {
    const file = address.slice(media.length);
    if (OURS.test(file)) return file;
  } else if (config.pictureOrigins.includes(new URL(address).origin)) return address;
  throw new Problem(400, `Pictures can only come from ${pictureOrigins(config).join(', ')}.`);
}
