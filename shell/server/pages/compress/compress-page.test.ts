import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compressPage } from './compress-page';

const words = (count: number, seed: number) =>
  Array.from({ length: count }, (_, n) => ((n + 1) * seed).toString(36)).join(' ');

test('round-trips any page and style sheets', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 2000 }),
    fc.nat(3000).map((count) => words(count, 7919)),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(text, { maxLength: 4 }), text, async (sheets, rest) => {
      const page = [...sheets.map((sheet) => `${rest}<style>${sheet}</style>`), rest].join('');
      expect(gunzipSync(await compressPage(page, sheets, 'gzip')).toString()).toBe(
        Buffer.from(page).toString(),
      );
    }),
    { numRuns: 200 },
  );
});

test('tolerates missing and reordered style sheets', async () => {
  const page = 'one two three '.repeat(100);
  for (const sheets of [['four'], ['three', 'one'], ['']])
    expect(gunzipSync(await compressPage(page, sheets, 'gzip')).toString()).toBe(page);
});

test('compresses almost as well as in one piece', async () => {
  const sheet = words(4000, 104_729);
  const page = `${words(1000, 7919)}<style>${sheet}</style>${words(1000, 15_485_863)}`;
  const inPieces = (await compressPage(page, [sheet], 'gzip')).length;
  const inOne = (await compressPage(page, [], 'gzip')).length;
  expect(inPieces).toBeLessThan(inOne * 1.02);
  expect(brotliDecompressSync(await compressPage(page, [sheet], 'br')).toString()).toBe(page);
  expect((await compressPage(page, [sheet], undefined)).toString()).toBe(page);
});
