import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { cutPicture } from './containers';

const draw = () =>
  sharp({
    create: {
      ...{ width: 400, height: 300, channels: 3, background: '#888' },
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  });
const END = Buffer.from([0xff, 0xd9]);
/** An EXIF segment with a thumbnail, which has an end marker of its own. */
async function withThumbnail(): Promise<Buffer> {
  const bytes = await draw().jpeg().toBuffer();
  const thumbnail = await draw().resize(40, 30).jpeg().toBuffer();
  const length = Buffer.alloc(2);
  length.writeUInt16BE(thumbnail.length + 8);
  const exif = [Buffer.from([0xff, 0xe1]), length, Buffer.from('Exif\0\0'), thumbnail];
  return Buffer.concat([bytes.subarray(0, 2), ...exif, bytes.subarray(2)]);
}

const jpegs: [string, () => Promise<Buffer>][] = [
  ['baseline', () => draw().jpeg().toBuffer()],
  ['progressive', () => draw().jpeg({ progressive: true }).toBuffer()],
  ['mozjpeg', () => draw().jpeg({ mozjpeg: true }).toBuffer()],
  ['with a thumbnail', withThumbnail],
];

describe('cutPicture', () => {
  test.each(jpegs)('cuts data behind a JPEG, %s', async (_, make) => {
    const bytes = await make();
    expect(cutPicture(bytes, 'jpeg')?.equals(bytes)).toBe(true);
    for (const more of [Buffer.from([0]), Buffer.from('MotionPhoto_Data ftypmp42'), bytes, END])
      expect(cutPicture(Buffer.concat([bytes, more]), 'jpeg')?.equals(bytes)).toBe(true);
  });

  test.each(jpegs)('rejects a truncated JPEG, %s', async (_, make) => {
    const bytes = await make();
    for (const share of [0.1, 0.5, 0.9])
      expect(cutPicture(bytes.subarray(0, Math.floor(bytes.length * share)), 'jpeg')).toBeNull();
    for (const length of [3, 4, 5, bytes.length - 1])
      expect(cutPicture(bytes.subarray(0, length), 'jpeg')).toBeNull();
    const half = bytes.subarray(0, Math.floor(bytes.length * 0.9));
    expect(cutPicture(Buffer.concat([half, bytes]), 'jpeg')).toBeNull();
  });

  test.each(['png', 'webp'] as const)('rejects data behind a %s', async (format) => {
    const bytes = await draw().toFormat(format).toBuffer();
    expect(cutPicture(bytes, format)).toBe(bytes);
    expect(cutPicture(Buffer.concat([bytes, END]), format)).toBeNull();
  });
});
