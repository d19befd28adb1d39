import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { compress } from '../../files/assets';

const deflate = promisify(deflateRaw);

/** Gzip header (RFC 1952): deflate, no name, no time. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** Empty final deflate block. */
const LAST = Buffer.from([3, 0]);
/** Shorter texts are stored: setting up compression would cost more. */
const MAX_STORED = 512;

const sheetBlocks = new LRUCache<string, Promise<Buffer>>({ max: 300 });

/** Compresses to a byte boundary. Later blocks do not refer to it, except through the dictionary `before`. */
const compressBlock = (text: string, level: number, before = '') =>
  deflate(text, {
    level,
    finishFlush: constants.Z_FULL_FLUSH,
    ...(before && { dictionary: Buffer.from(before) }),
  });

/** Returns an uncompressed deflate block; the text must be shorter than 64 KB. */
export function storedBlock(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(0xffff - bytes.length, 3);
  return Buffer.concat([head, bytes]);
}

function getSheetBlock(text: string): Promise<Buffer> {
  const cached = sheetBlocks.get(text);
  if (cached) return cached;
  const block = compressBlock(text, 9);
  sheetBlocks.set(text, block);
  return block;
}

/** The first mark is stored as literal bytes; later ones refer back to it. */
function* compressSegment(text: string, mark: string): Generator<Promise<Buffer> | Buffer> {
  const at = mark ? text.indexOf(mark) : -1;
  if (text.length < MAX_STORED) return yield storedBlock(text);
  if (at < 0) return yield compressBlock(text, 6);
  const before = text.slice(0, at);
  yield before.length < MAX_STORED ? storedBlock(before) : compressBlock(before, 6);
  yield storedBlock(mark);
  yield compressBlock(text.slice(at + mark.length), 6, before + mark);
}

function* createBlocks(text: string, sheets: readonly string[], mark: string) {
  let at = 0;
  for (const sheet of sheets) {
    const start = text.indexOf(sheet, at);
    if (start < 0) continue;
    yield* compressSegment(text.slice(at, start), mark);
    yield getSheetBlock(sheet);
    at = start + sheet.length;
  }
  yield* compressSegment(text.slice(at), mark);
}

/** Returns deflate blocks without the final one. Style sheets are compressed once; the first `mark` stays literal, to be replaced. */
export const deflatePage = async (text: string, sheets: readonly string[], mark = '') =>
  Buffer.concat(await Promise.all(createBlocks(text, sheets, mark)));

/** Wraps deflate blocks as gzip. `crc` and `length` are those of the uncompressed bytes. */
export function assembleGzip(blocks: readonly Buffer[], crc: number, length: number): Buffer {
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc, 0);
  end.writeUInt32LE(length, 4);
  return Buffer.concat([HEADER, ...blocks, LAST, end]);
}

export async function compressPage(
  text: string,
  sheets: readonly string[],
  encoding: 'br' | 'gzip' | undefined,
): Promise<Buffer> {
  if (encoding !== 'gzip') return compress(text, encoding);
  const bytes = Buffer.from(text);
  return assembleGzip([await deflatePage(text, sheets)], crc32(bytes), bytes.length);
}
