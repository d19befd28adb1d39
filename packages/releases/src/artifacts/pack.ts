import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ReleaseRecord } from '@carry/contracts/release';
import { computeIntegrity } from '../documents/integrity';

const compressible = /^web\/.*\.(js|css|svg|json|html|txt)$/;
const brotli = promisify(brotliCompress);
const gz = promisify(gzip);

const encodings = {
  gzip: { suffix: '.gz', compress: (content: Buffer) => gz(content, { level: 9 }) },
  brotli: {
    suffix: '.br',
    compress: (content: Buffer) =>
      brotli(content, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }),
  },
};

export type PackedBefore = (file: string, content: Buffer) => Promise<Buffer | null>;

export async function pack(
  { record, files }: { record: ReleaseRecord; files: Map<string, Buffer> },
  encoding: keyof typeof encodings,
  packedBefore: PackedBefore = async () => null,
): Promise<void> {
  const { suffix, compress } = encodings[encoding];
  const variants = Object.entries(record.files).map(async ([file, entry]) => {
    const content = files.get(file);
    if (!content || !compressible.test(file)) return;
    const packed = (await packedBefore(file, content)) ?? (await compress(content));
    files.set(file + suffix, packed);
    entry[encoding] = { bytes: packed.length, integrity: computeIntegrity(packed) };
  });
  await Promise.all(variants);
}
