import { randomBytes } from 'node:crypto';
import type { PictureCrop } from '@carry/contracts/api';
import { formatCount } from '@carry/contracts/format';
import { MAX_PICTURE_BYTES } from '@carry/contracts/limits';
import sharp, { type Sharp } from 'sharp';
import { Problem } from '../../core/errors/problem';
import { PORTRAIT_TYPES, PORTRAIT_WIDTHS, portraitFile, socialFile } from '../coaches/pictures';
import { formatOf, isWhole } from './containers';

const MAX_SIDE = 12_000;
const MIN_SIDE = 200;
const MAX_PIXELS = 80_000_000;
/** Of the visible part. */
const MIN_CROP = 100;
const TIMEOUT_S = 20;
/** Height by width of a portrait. */
const RATIO = 6 / 5;
const SOCIAL = { width: 1200, height: 675 };
const QUALITY = { avif: 55, webp: 78 };

sharp.cache(false);
sharp.concurrency(1); // pictures must not take the processor from other calls

const refuse = (why: string) => new Problem(400, why);

interface Size {
  width: number;
  height: number;
}

/** Returns the upright size. Throws 400 with the reason for a file that cannot be a portrait. */
async function assertPicture(bytes: Buffer): Promise<Size> {
  if (bytes.length > MAX_PICTURE_BYTES)
    throw refuse(`Please use a picture of at most ${MAX_PICTURE_BYTES / 1_000_000} MB.`);
  const format = formatOf(bytes);
  if (!format) throw refuse('Please use a JPEG, PNG, WebP or AVIF picture.');
  if (!isWhole(bytes, format))
    throw refuse('This picture is incomplete or has other data attached. Please save it again.');
  const {
    width = 0,
    height = 0,
    format: decoded,
    autoOrient,
  } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw unreadable();
    });
  if (decoded !== format) throw unreadable();
  if (Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS)
    throw refuse(`Please use a picture of at most ${formatCount(MAX_SIDE)} pixels a side.`);
  if (Math.min(width, height) < MIN_SIDE)
    throw refuse(`Please use a picture of at least ${MIN_SIDE} × ${MIN_SIDE} pixels.`);
  return autoOrient;
}

/** Converts a crop to whole pixels inside the picture. */
function toPixels({ x, y, width, height }: PictureCrop, size: Size) {
  const left = Math.floor(x * size.width);
  const top = Math.floor(y * size.height);
  const area = {
    left,
    top,
    width: Math.min(Math.round(width * size.width), size.width - left),
    height: Math.min(Math.round(height * size.height), size.height - top),
  };
  if (Math.min(area.width, area.height) < MIN_CROP)
    throw refuse('Please choose a larger part of the picture.');
  return area;
}

const unreadable = () =>
  refuse("We couldn't read this picture. Please save it again or try another.");

async function encodeSizes(picture: Sharp, name: string): Promise<[string, Buffer][]> {
  const files: [string, Buffer][] = [];
  for (const width of PORTRAIT_WIDTHS)
    for (const type of PORTRAIT_TYPES) {
      const size = { width, height: Math.round(width * RATIO) };
      const encoded = picture
        .clone()
        .resize({ ...size, fit: 'cover', position: sharp.strategy.attention })
        .toFormat(type, { quality: QUALITY[type], effort: 3 });
      files.push([portraitFile(name, width, type), await encoded.toBuffer()]);
    }
  return files;
}

/** Draws the portrait over a blurred enlargement of itself. */
async function drawSocialPicture(picture: Sharp): Promise<Buffer> {
  const height = SOCIAL.height;
  const portrait = await picture
    .clone()
    .resize({
      width: Math.round(height / RATIO),
      height,
      fit: 'cover',
      position: sharp.strategy.attention,
    })
    .png()
    .toBuffer();
  return picture
    .clone()
    .resize({ ...SOCIAL, fit: 'cover' })
    .blur(30)
    .modulate({ brightness: 0.55 })
    .composite([{ input: portrait, gravity: 'centre' }])
    .png({ palette: true, quality: 85 })
    .toBuffer();
}

/** Re-encodes a picture without its metadata. Returns a new name and the files of the portrait. Throws 400 for a bad file. */
export async function encodePortrait(
  coachId: number,
  bytes: Buffer,
  crop?: PictureCrop,
): Promise<{ name: string; files: [string, Buffer][] }> {
  const size = await assertPicture(bytes);
  const area = crop && toPixels(crop, size);
  // Random: the removal of a replaced portrait never affects a concurrent upload of the same picture.
  const name = `${coachId}-${randomBytes(8).toString('hex')}`;
  const options = { failOn: 'warning', limitInputPixels: MAX_PIXELS } as const;
  try {
    const rotated = sharp(bytes, options).timeout({ seconds: TIMEOUT_S }).rotate();
    const upright = await (area ? rotated.extract(area) : rotated)
      .resize({ width: 1600, height: 1920, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#171a28' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = upright.info;
    const picture = sharp(upright.data, { raw: { width, height, channels } });
    const social: [string, Buffer] = [socialFile(name), await drawSocialPicture(picture)];
    return { name, files: [...(await encodeSizes(picture, name)), social] };
  } catch (error) {
    throw error instanceof Error && 'code' in error ? error : unreadable();
  }
}
