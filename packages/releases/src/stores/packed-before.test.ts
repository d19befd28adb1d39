import { brotliCompressSync, constants } from 'node:zlib';
import type { ReleaseRecord } from '@carry/contracts/release';
import { expect, test } from 'vitest';
import { computeIntegrity } from '../documents/integrity';
import { packedIn } from './packed-before';
import type { Store } from './store';

const FILE = 'web/static/route.0123456789.js';
const content = Buffer.from('route '.repeat(50));
/** A compression level that the product never uses, so that a reused form is recognizable. */
const weakly = (text: Buffer) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } });

/** Store with one earlier release that has the file's content and its packed form. */
function before(packed: Buffer | Error, recorded = packed as Buffer) {
  const asked: string[] = [];
  const store = {
    async read(file: string) {
      asked.push(file);
      if (packed instanceof Error) throw packed;
      return packed;
    },
  } as Partial<Store> as Store;
  const brotli = { bytes: 1, integrity: computeIntegrity(recorded) };
  const files = { [FILE]: { integrity: computeIntegrity(content), bytes: content.length, brotli } };
  const record = { name: 'mf-booking', version: '1', files } as Partial<ReleaseRecord>;
  return { packedBefore: packedIn(store, record as ReleaseRecord), asked };
}

test('reuses the compressed form of an unchanged file', async () => {
  const packed = weakly(content);
  const { packedBefore, asked } = before(packed);
  expect(await packedBefore(FILE, content)).toEqual(packed);
  expect(asked).toEqual([`mf-booking/1/${FILE}.br`]);
});

test('reads no compressed form of changed files', async () => {
  const { packedBefore, asked } = before(weakly(content));
  expect(await packedBefore(FILE, Buffer.from('other'))).toBeNull();
  expect(await packedBefore('constructor', content)).toBeNull();
  expect(asked).toEqual([]);
});

test.each([
  ['that is not the one of its record', before(weakly(content), Buffer.from('other'))],
  ['of another content', before(weakly(Buffer.from('other')))],
  ['of far more content', before(weakly(Buffer.alloc(10_000_000)))],
  ['that is no brotli', before(Buffer.from('plain text'))],
  ['that the store does not hand out', before(new Error('away'), Buffer.from(''))],
])('compresses again if the earlier form %s', async (_, { packedBefore }) => {
  expect(await packedBefore(FILE, content)).toBeNull();
});
