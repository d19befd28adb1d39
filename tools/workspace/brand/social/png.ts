import { crc32, deflateSync } from 'node:zlib';
import { nearest, paletteOf } from './palette';

/** What a PNG begins with. */
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const BITS = 8;
const BY_PALETTE = 3;
/** Thresholds by place, so that the edge between two colours of a gradient is no line. */
const BAYER = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
/** How far, of 255, a point may be lighter or darker by its place. */
const DITHER = 6;

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

/** A picture (RGBA) as a PNG of at most 256 colours. */
export function pngOf(pixels: Uint8Array, width: number, height: number): Buffer {
  const palette = paletteOf(pixels, 256);
  const found = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height); // each row begins with its filter: none
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const more = (((BAYER[(y % 4) * 4 + (x % 4)] ?? 0) + 0.5) / 16 - 0.5) * DITHER;
      const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
      const key = ((((red << 8) | green) << 8) | blue) * 16 + (y % 4) * 4 + (x % 4);
      const index = found.get(key) ?? nearest(palette, [red + more, green + more, blue + more]);
      found.set(key, index);
      rows[y * (width + 1) + 1 + x] = index;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([BITS, BY_PALETTE], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
