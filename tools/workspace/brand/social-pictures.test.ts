import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { HEIGHT, WIDTH } from './social/drawing';
import { pictures } from './social/pictures';
import { encodePng } from './social/png';

const folder = path.join(import.meta.dirname, 'public/social');
const MAX_BYTES = 150 * 1024;
/** Offset of width and height in a PNG. */
const SIZE_AT = 16;

test('has one picture for each page', () => {
  expect(readdirSync(folder).sort()).toEqual(
    Object.keys(pictures)
      .map((page) => `${page}.png`)
      .sort(),
  );
});

test.each(Object.keys(pictures))('the picture of %s is 1200×675 and below 150 KB', (page) => {
  const png = readFileSync(path.join(folder, `${page}.png`));
  expect([png.readUInt32BE(SIZE_AT), png.readUInt32BE(SIZE_AT + 4)]).toEqual([WIDTH, HEIGHT]);
  expect(png.length).toBeLessThan(MAX_BYTES);
});

test('keeps every color of a small palette', () => {
  const png = encodePng(Uint8Array.from([255, 0, 0, 255, 0, 0, 255, 255]), 2, 1);
  const palette = png.subarray(png.indexOf('PLTE') + 4);
  expect([...palette.subarray(0, 6)].sort((a, b) => a - b)).toEqual([0, 0, 0, 0, 255, 255]);
});
