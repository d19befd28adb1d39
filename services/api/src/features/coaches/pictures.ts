import type { ApiConfig } from '../../core/config';
import { Problem } from '../../core/errors/problem';

const OURS = /^[\w-]+\.(svg|png|jpe?g|webp|avif)$/;

type Config = Pick<ApiConfig, 'url' | 'pictureOrigins'>;

/** Public URL of a stored picture. */
export const pictureUrl = ({ url }: Pick<ApiConfig, 'url'>, stored: string) =>
  /^https?:/.test(stored) ? stored : `${url}/media/${stored}`;

export const PORTRAIT_WIDTHS = [160, 400, 800];
export const PORTRAIT_TYPES = ['avif', 'webp'] as const;

/** File name of one size of an uploaded portrait. */
export const portraitFile = (name: string, width: number, type: (typeof PORTRAIT_TYPES)[number]) =>
  `${name}-${width}.${type}`;

/** All sizes of an uploaded portrait; null without one. */
export function portraitOf({ url }: Pick<ApiConfig, 'url'>, name: string | null) {
  if (name === null) return null;
  const address = (width: number, type: (typeof PORTRAIT_TYPES)[number]) =>
    `${url}/uploads/${portraitFile(name, width, type)}`;
  return {
    url: address(Math.max(...PORTRAIT_WIDTHS), 'webp'),
    sources: PORTRAIT_TYPES.map((type) => ({
      type: `image/${type}`,
      srcset: PORTRAIT_WIDTHS.map((width) => `${address(width, type)} ${width}w`).join(', '),
    })),
  };
}

/** File name of an uploaded portrait's social picture. */
export const socialFile = (name: string) => `${name}-social.png`;

export const socialPicture = ({ url }: Pick<ApiConfig, 'url'>, name: string | null) =>
  name === null ? null : `${url}/uploads/${socialFile(name)}`;

/** Public URL of a coach's picture: the uploaded portrait, or else the linked one. */
export const coachPicture = (
  config: Pick<ApiConfig, 'url'>,
  { portrait, imagePath }: { portrait: string | null; imagePath: string | null },
): string | null =>
  portraitOf(config, portrait)?.url ?? (imagePath && pictureUrl(config, imagePath));

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
