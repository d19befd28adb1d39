import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

export const SCRIPT = '<svg onload="alert(1)"><script>alert(document.cookie)</script>';

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
export const draw = (width: number, height: number, background = '#c0703a') =>
  sharp({ create: { width, height, channels: 3, background } });

/** PNG chunk with its checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([u32(data.length), body, u32(crc32(body))]);
}
const PNG_START = Buffer.from('89504e470d0a1a0a', 'hex');
const header = (width: number, height: number) =>
  chunk('IHDR', Buffer.concat([u32(width), u32(height), Buffer.from([1, 0, 0, 0, 0])]));

/** A whole black picture of one bit a pixel, whose file is a thousandth of its pixels. */
export const bomb = (side: number): Buffer =>
  Buffer.concat([
    PNG_START,
    header(side, side),
    chunk('IDAT', deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

/** A small file whose header claims a large picture. */
export const falseHeader = (side: number): Buffer =>
  Buffer.concat([
    PNG_START,
    header(side, side),
    chunk('IDAT', deflateSync(Buffer.alloc(1000))),
    chunk('IEND', Buffer.alloc(0)),
  ]);

/** A JPEG whose header claims a larger picture than its data has. */
export async function wideJpeg(side: number): Promise<Buffer> {
  const bytes = await draw(300, 360).jpeg().toBuffer();
  const start = bytes.indexOf(Buffer.from([0xff, 0xc0]));
  bytes.writeUInt16BE(side, start + 5);
  bytes.writeUInt16BE(side, start + 7);
  return bytes;
}

/** Whole pictures with a page inside, by kind. */
export const polyglots: Record<string, () => Promise<Buffer>> = {
  'a JPEG with a video and a page behind it': async () => {
    const bytes = await draw(300, 360).jpeg().toBuffer();
    const video = [u32(20), Buffer.from('ftypmp42'), Buffer.alloc(8), u32(8), Buffer.from('mdat')];
    return Buffer.concat([bytes, ...video, Buffer.from(SCRIPT)]);
  },
  'a JPEG with a page in a comment': async () => {
    const bytes = await draw(300, 360).jpeg().toBuffer();
    const text = Buffer.from(SCRIPT);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(text.length + 2);
    const comment = Buffer.concat([Buffer.from([0xff, 0xfe]), length, text]);
    return Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2)]);
  },
  'a JPEG with a page in its EXIF': () =>
    draw(300, 360)
      .withExif({ IFD0: { ImageDescription: SCRIPT } })
      .jpeg()
      .toBuffer(),
  'a PNG with a page in a text': async () => {
    const bytes = await draw(300, 360).png().toBuffer();
    const text = chunk('tEXt', Buffer.from(`Comment\0${SCRIPT}`, 'latin1'));
    const end = bytes.length - 12;
    return Buffer.concat([bytes.subarray(0, end), text, bytes.subarray(end)]);
  },
  'a WebP with a page in its XMP': () => draw(300, 360).withXmp(SCRIPT).webp().toBuffer(),
  'an AVIF with a page in a box': async () => {
    const bytes = await draw(300, 360).avif().toBuffer();
    const text = Buffer.from(SCRIPT);
    return Buffer.concat([bytes, u32(text.length + 8), Buffer.from('free'), text]);
  },
};

/** A WebP with many frames. */
export async function animation(frames: number): Promise<Buffer> {
  const stacked = draw(200, 200 * frames);
  const bytes = await stacked.raw().toBuffer();
  return sharp(bytes, {
    raw: { width: 200, height: 200 * frames, channels: 3, pageHeight: 200 },
  })
    .webp()
    .toBuffer();
}
