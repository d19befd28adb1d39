import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compressPage } from './compress-page';
import { NONCE_MARK, PageTemplate } from './page-template';

const words = (count: number, seed: number) =>
  Array.from({ length: count }, (_, n) => ((n + 1) * seed).toString(36)).join(' ');
const nonces = ['0123456789abcdefghijkl', 'ABCDEFGHIJKLMNOPQRSTUV'] as const;

describe('PageTemplate', () => {
  test('fills any template like the printed page', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 800 }),
      fc.nat(9000).map((count) => words(count, 7919)), // longer than the deflate window
    );
    await fc.assert(
      fc.asyncProperty(fc.array(text, { maxLength: 6 }), text, text, async (all, sheet, end) => {
        const page = [...all, `<style nonce="${NONCE_MARK}">${sheet}</style>`, ...all]
          .map(
            (piece, index) => `<link rel="preload" nonce="${NONCE_MARK}" href="${index}">${piece}`,
          )
          .join('');
        const template = await PageTemplate.of(page, [sheet]);
        for (const nonce of nonces) {
          const expected = page.replaceAll(NONCE_MARK, nonce) + end;
          const filled = await template?.render(nonce, end, 'gzip');
          if (filled) expect(gunzipSync(filled).toString()).toBe(Buffer.from(expected).toString());
        }
        if (all.every((piece) => piece.length < 4000)) expect(template).not.toBeNull();
      }),
      { numRuns: 150 },
    );
  });

  test('fills concurrent pages independently, in each encoding', async () => {
    const page = `<script nonce="${NONCE_MARK}">${words(2000, 7919)}</script><script nonce="${NONCE_MARK}">`;
    const template = (await PageTemplate.of(page, [])) as PageTemplate;
    const expected = (nonce: string) => `${page.replaceAll(NONCE_MARK, nonce)} of ${nonce}`;
    const filled = await Promise.all(
      nonces.map((nonce) =>
        Promise.all(
          (['gzip', undefined, 'br'] as const).map((encoding) =>
            template.render(nonce, ` of ${nonce}`, encoding),
          ),
        ),
      ),
    );
    const unpacked = filled.map((all) =>
      all.map((bytes, index) => [gunzipSync, Buffer.from, brotliDecompressSync][index]?.(bytes)),
    );
    for (const [index, texts] of unpacked.entries())
      expect(texts.map(String)).toEqual(Array(3).fill(expected(nonces[index] as string)));
    await expect(template.render('short', '', undefined)).rejects.toThrow('22 characters');
  });

  test('rejects a page that contains characters of the mark', async () => {
    for (const part of [NONCE_MARK.slice(2), NONCE_MARK.slice(0, 8)]) {
      const page = `${words(300, 7919)}<script nonce="${NONCE_MARK}">${words(300, 31)}</script>${part}${words(300, 17)}`;
      expect(await PageTemplate.of(page, [])).toBeNull();
    }
  });

  test('compresses almost as well as a page for one visitor', async () => {
    const links = Array.from(
      { length: 14 },
      (_, n) =>
        `<link rel="preload" as="script" nonce="${NONCE_MARK}" href="/${words(3, n + 7919)}">`,
    );
    const sheet = words(4000, 104_729);
    const page = `<style nonce="${NONCE_MARK}">${sheet}</style>${links.join('')}${words(3000, 15_485_863)}`;
    const filled = await (await PageTemplate.of(page, [sheet]))?.render(nonces[0], '', 'gzip');
    const alone = await compressPage(page.replaceAll(NONCE_MARK, nonces[0]), [sheet], 'gzip');
    expect(filled?.length).toBeLessThan(alone.length + 100);
  });
});
