import { crc32, deflateSync } from 'node:zlib';
import { nearest, readPalette } from './palette';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = 8;
const COLOR_TYPE_PALETTE = 3;
/** Ordered dithering, against banding in gradients. */
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
/** Amplitude of the dithering, of 255. */
const DITHER = 6;

function chunk(type: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(content.length + 8);
  frame.writeUInt32BE(data.length, 0);
  content.copy(frame, 4);
  frame.writeUInt32BE(crc32(content), content.length + 4);
  return frame;
}

export function encodePng(pixels: Uint8Array, width: number, height: number): Buffer {
  const palette = readPalette(pixels, 256);
  const cache = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height); // each row starts with filter type 0
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const more = (((BAYER[(y % 4) * 4 + (x % 4)] ?? 0) + 0.5) / 16 - 0.5) * DITHER;
      const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
      const key = ((((red << 8) | green) << 8) | blue) * 16 + (y % 4) * 4 + (x % 4);
      const index = cache.get(key) ?? nearest(palette, [red + more, green + more, blue + more]);
      cache.set(key, index);
      rows[y * (width + 1) + 1 + x] = index;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BITS, COLOR_TYPE_PALETTE], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
