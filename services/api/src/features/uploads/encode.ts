import { randomBytes } from 'node:crypto';
import type { PictureCrop } from '@carry/contracts/api';
import { formatCount } from '@carry/contracts/format';
import { MAX_PICTURE_BYTES } from '@carry/contracts/limits';
import sharp, { type Sharp } from 'sharp';
import { Problem } from '../../core/errors/problem';
import {
  GALLERY_WIDTHS,
  PORTRAIT_TYPES,
  PORTRAIT_WIDTHS,
  portraitFile,
  socialFile,
} from '../coaches/pictures';
import { detectFormat, isWhole } from './containers';

const MAX_SIDE = 12_000;
const MAX_PIXELS = 80_000_000;
const TIMEOUT_S = 20;
/** Height by width. */
const RATIO = 6 / 5;
const GALLERY_RATIO = 9 / 16;
/** Pixels a side; badges are shown at 88. */
const RANK_SIDE = 192;
const PROOF_SIDE = 1600;
const SOCIAL = { width: 1200, height: 675 };
const QUALITY = { avif: 55, webp: 78 };
const SENT_QUALITY = 90;

sharp.cache(false);
sharp.concurrency(1); // pictures must not take the processor from other calls

const refuse = (why: string) => new Problem(400, why);

interface Size {
  width: number;
  height: number;
}

function assertPixels(pixels: number): void {
  if (pixels > MAX_PIXELS)
    throw refuse(`Please use a picture of at most ${MAX_PIXELS / 1_000_000} megapixels.`);
}

async function assertPicture(bytes: Buffer, minSide: number): Promise<Size> {
  if (bytes.length > MAX_PICTURE_BYTES)
    throw refuse(`Please use a picture of at most ${MAX_PICTURE_BYTES / 1_000_000} MB.`);
  const format = detectFormat(bytes);
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
  if (Math.max(width, height) > MAX_SIDE)
    throw refuse(`Please use a picture of at most ${formatCount(MAX_SIDE)} pixels a side.`);
  assertPixels(width * height);
  if (Math.min(width, height) < minSide)
    throw refuse(`Please use a picture of at least ${minSide} × ${minSide} pixels.`);
  return autoOrient;
}

function toPixels({ x, y, width, height }: PictureCrop, size: Size, minSide: number) {
  const left = Math.floor(x * size.width);
  const top = Math.floor(y * size.height);
  const area = {
    left,
    top,
    width: Math.min(Math.round(width * size.width), size.width - left),
    height: Math.min(Math.round(height * size.height), size.height - top),
  };
  if (Math.min(area.width, area.height) < minSide / 2)
    throw refuse('Please choose a larger part of the picture.');
  return area;
}

const unreadable = () =>
  refuse("We couldn't read this picture. Please save it again or try another.");

interface Sizes {
  widths: readonly number[];
  ratio: number;
}

async function encodeSizes(picture: Sharp, name: string, { widths, ratio }: Sizes) {
  const files: [string, Buffer][] = [];
  for (const width of widths)
    for (const type of PORTRAIT_TYPES) {
      const size = { width, height: Math.round(width * ratio) };
      const encoded = picture
        .clone()
        .resize({ ...size, fit: 'cover', position: sharp.strategy.attention })
        .toFormat(type, { quality: QUALITY[type], effort: 3 });
      files.push([portraitFile(name, width, type), await encoded.toBuffer()]);
    }
  return files;
}

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

interface Opening {
  minSide: number;
  crop?: PictureCrop | undefined;
  within: Size;
  keepsAlpha?: boolean;
}

async function openPicture(
  bytes: Buffer,
  { minSide, crop, within, keepsAlpha = false }: Opening,
): Promise<Sharp> {
  const size = await assertPicture(bytes, minSide);
  const area = crop && toPixels(crop, size, minSide);
  const options = { failOn: 'warning', limitInputPixels: MAX_PIXELS } as const;
  const rotated = sharp(bytes, options).timeout({ seconds: TIMEOUT_S }).rotate();
  const part = (area ? rotated.extract(area) : rotated).resize({
    ...within,
    fit: 'inside',
    withoutEnlargement: true,
  });
  const { data, info } = await (keepsAlpha ? part : part.flatten({ background: '#171a28' }))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  return sharp(data, { raw: { width, height, channels } });
}

export interface EncodedPicture {
  name: string;
  files: [string, Buffer][];
}

/** Runs an encoder. Its failures are the picture's, except those of the system. */
const encoded = <T>(encode: () => Promise<T>): Promise<T> =>
  encode().catch((error: unknown) => {
    const isKnown = error instanceof Problem || (error instanceof Error && 'code' in error);
    throw isKnown ? error : unreadable();
  });

/** Random: the removal of a replaced picture never affects a concurrent upload of the same one. */
const newName = (coachId: number | string) => `${coachId}-${randomBytes(8).toString('hex')}`;

/** Re-encodes a picture without its metadata. Returns a new name and the files of the portrait. Throws 400 for a bad file. */
export const encodePortrait = (
  coachId: number,
  bytes: Buffer,
  crop?: PictureCrop,
): Promise<EncodedPicture> =>
  encoded(async () => {
    const within = { width: 1600, height: 1920 };
    const picture = await openPicture(bytes, { minSide: 200, crop, within });
    const name = newName(coachId);
    const social: [string, Buffer] = [socialFile(name), await drawSocialPicture(picture)];
    const sizes = { widths: PORTRAIT_WIDTHS, ratio: RATIO };
    return { name, files: [...(await encodeSizes(picture, name, sizes)), social] };
  });

export const encodeGallery = (
  coachId: number,
  bytes: Buffer,
  crop?: PictureCrop,
): Promise<EncodedPicture> =>
  encoded(async () => {
    const within = { width: 2400, height: 2400 };
    const picture = await openPicture(bytes, { minSide: 300, crop, within });
    const name = newName(`gallery${coachId}`);
    const sizes = { widths: GALLERY_WIDTHS, ratio: GALLERY_RATIO };
    return { name, files: await encodeSizes(picture, name, sizes) };
  });

/** Like {@link encodePortrait}, for a rank: one square file, which keeps transparent parts. `name` is the file's. */
export const encodeRank = (
  coachId: number,
  bytes: Buffer,
  crop?: PictureCrop,
): Promise<EncodedPicture> =>
  encoded(async () => {
    const within = { width: 800, height: 800 };
    const picture = await openPicture(bytes, { minSide: 64, crop, within, keepsAlpha: true });
    const name = portraitFile(newName(`rank${coachId}`), RANK_SIDE, 'webp');
    const size = { width: RANK_SIDE, height: RANK_SIDE, background: '#0000' };
    const file = await picture
      .resize({ ...size, fit: 'contain' })
      .webp({ quality: QUALITY.webp })
      .toBuffer();
    return { name, files: [[name, file]] };
  });

/** Like {@link encodePortrait}, for the proof of an application: one file, which is not public. */
export const encodeProof = (bytes: Buffer): Promise<EncodedPicture> =>
  encoded(async () => {
    const within = { width: PROOF_SIDE, height: PROOF_SIDE };
    const picture = await openPicture(bytes, { minSide: 64, within });
    const name = `proof-${randomBytes(16).toString('hex')}.webp`;
    return { name, files: [[name, await picture.webp({ quality: QUALITY.webp }).toBuffer()]] };
  });

/** Returns a picture in its format, size and number of frames, upright and without its metadata, such as the place of a photo. Throws 400 if it cannot be read. */
export const removeMetadata = (bytes: Buffer): Promise<Buffer> =>
  encoded(async () => {
    const options = { animated: true, failOn: 'none' } as const; // browsers show a truncated picture, too
    const { width, height } = await sharp(bytes, {
      ...options,
      limitInputPixels: false,
    }).metadata();
    assertPixels(width * height);
    const kept = { quality: SENT_QUALITY, force: false }; // for pictures of this format only
    return sharp(bytes, { ...options, limitInputPixels: MAX_PIXELS })
      .timeout({ seconds: TIMEOUT_S })
      .rotate()
      .jpeg(kept)
      .webp(kept)
      .toBuffer();
  });
