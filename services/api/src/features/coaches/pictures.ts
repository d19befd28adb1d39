import type { ApiConfig } from '../../core/config';
import type { coaches } from '../../core/db/schema';
import { Problem } from '../../core/errors/problem';

const OURS = /^[\w-]+\.(svg|png|jpe?g|webp|avif)$/;

type Config = Pick<ApiConfig, 'url' | 'pictureOrigins'>;

export const pictureUrl = ({ url }: Pick<ApiConfig, 'url'>, stored: string) =>
  /^(https?:|\/)/.test(stored) ? new URL(stored, url).href : `${url}/media/${stored}`;

export const PORTRAIT_WIDTHS = [160, 400, 800];
export const GALLERY_WIDTHS = [480, 1200];
export const PORTRAIT_TYPES = ['avif', 'webp'] as const;

export const portraitFile = (name: string, width: number, type: (typeof PORTRAIT_TYPES)[number]) =>
  `${name}-${width}.${type}`;

const getSizes = (name: string, widths: readonly number[]) =>
  widths.flatMap((width) => PORTRAIT_TYPES.map((type) => portraitFile(name, width, type)));

function getSources({ url }: Pick<ApiConfig, 'url'>, name: string, widths: readonly number[]) {
  const address = (width: number, type: (typeof PORTRAIT_TYPES)[number]) =>
    `${url}/uploads/${portraitFile(name, width, type)}`;
  return {
    url: address(Math.max(...widths), 'webp'),
    sources: PORTRAIT_TYPES.map((type) => ({
      type: `image/${type}`,
      srcset: widths.map((width) => `${address(width, type)} ${width}w`).join(', '),
    })),
  };
}

export const getPortrait = (config: Pick<ApiConfig, 'url'>, name: string | null) =>
  name === null ? null : getSources(config, name, PORTRAIT_WIDTHS);

type Pictured = Pick<typeof coaches.$inferSelect, 'portrait' | 'gallery' | 'rankImages'>;

export const listGallery = (
  config: Pick<ApiConfig, 'url'>,
  { gallery }: Pick<Pictured, 'gallery'>,
) => gallery.map(({ name, alt }) => ({ ...getSources(config, name, GALLERY_WIDTHS), alt }));

const UPLOADED = '/uploads/';

export const uploadedPath = (file: string) => UPLOADED + file;

export const uploadedFiles = ({ portrait, gallery, rankImages }: Pictured): string[] => [
  ...(portrait === null ? [] : [...getSizes(portrait, PORTRAIT_WIDTHS), socialFile(portrait)]),
  ...gallery.flatMap(({ name }) => getSizes(name, GALLERY_WIDTHS)),
  ...rankImages.flatMap(({ path }) =>
    path.startsWith(UPLOADED) ? path.slice(UPLOADED.length) : [],
  ),
];

export const socialFile = (name: string) => `${name}-social.png`;

export const socialPicture = ({ url }: Pick<ApiConfig, 'url'>, name: string | null) =>
  name === null ? null : `${url}/uploads/${socialFile(name)}`;

export const coachPicture = (
  config: Pick<ApiConfig, 'url'>,
  { portrait, imagePath }: { portrait: string | null; imagePath: string | null },
): string | null =>
  getPortrait(config, portrait)?.url ?? (imagePath && pictureUrl(config, imagePath));

export const pictureOrigins = ({ url, pictureOrigins }: Config): string[] => [
  new URL(url).origin,
  ...pictureOrigins,
];

/** Converts a picture URL for storage; `uploaded` are paths of the coach's own uploads. Throws 400 if its origin is not allowed. */
export function storedPicture(
  config: Config,
  address: string,
  uploaded: readonly string[] = [],
): string {
  const upload = uploaded.find((path) => pictureUrl(config, path) === address);
  if (upload) return upload;
  const media = `${config.url}/media/`;
  if (address.startsWith(media)) {
    const file = address.slice(media.length);
    if (OURS.test(file)) return file;
  } else if (config.pictureOrigins.includes(new URL(address).origin)) return new URL(address).href;
  throw new Problem(400, `Pictures can only come from ${pictureOrigins(config).join(', ')}.`);
}
