import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { compress } from '../../files/assets';

const deflate = promisify(deflateRaw);

/** Of a gzip file: deflated, without a name and a time. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The last block of all, which holds nothing. */
const LAST = Buffer.from([3, 0]);
/** What is shorter stands in the file as it is: to set up a compression would cost more. */
const MAX_STORED = 512;

/** Blocks of what many pages hold, by their text. */
const lasting = new LRUCache<string, Promise<Buffer>>({ max: 300 });

/** Ends on a byte, and nothing after it refers to it but by naming it as its `before`. */
const blockOf = (text: string, level: number, before = '') =>
  deflate(text, {
    level,
    finishFlush: constants.Z_FULL_FLUSH,
    ...(before && { dictionary: Buffer.from(before) }),
  });

/** A text as it is, which must be shorter than 64 KB. */
export function storedBlock(text: string): Buffer {
  const bytes = Buffer.from(text);
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(0xffff - bytes.length, 3);
  return Buffer.concat([head, bytes]);
}

function lastingBlock(text: string): Promise<Buffer> {
  const known = lasting.get(text);
  if (known) return known;
  const block = blockOf(text, 9);
  lasting.set(text, block);
  return block;
}

/** What stands between sheets. Of a mark the first stands as it is, and the others refer to it. */
function* between(text: string, mark: string): Generator<Promise<Buffer> | Buffer> {
  const at = mark ? text.indexOf(mark) : -1;
  if (text.length < MAX_STORED) return yield storedBlock(text);
  if (at < 0) return yield blockOf(text, 6);
  const before = text.slice(0, at);
  yield before.length < MAX_STORED ? storedBlock(before) : blockOf(before, 6);
  yield storedBlock(mark);
  yield blockOf(text.slice(at + mark.length), 6, before + mark);
}

/** A text in blocks: what stands between the sheets, and these, in the order of the text. */
function* blocksOf(text: string, sheets: readonly string[], mark: string) {
  let at = 0;
  for (const sheet of sheets) {
    const found = text.indexOf(sheet, at);
    if (found < 0) continue;
    yield* between(text.slice(at, found), mark);
    yield lastingBlock(sheet);
    at = found + sheet.length;
  }
  yield* between(text.slice(at), mark);
}

/** A text as blocks that more may follow. The sheets in it, which other pages have too, are compressed once and not for each page; `mark` is found in the blocks as it is, to be replaced. */
export const deflatePage = async (text: string, sheets: readonly string[], mark = '') =>
  Buffer.concat(await Promise.all(blocksOf(text, sheets, mark)));

/** Blocks as a gzip file; `crc` and `length` are of the bytes that they stand for. */
export function gzipOf(blocks: readonly Buffer[], crc: number, length: number): Buffer {
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc, 0);
  end.writeUInt32LE(length, 4);
  return Buffer.concat([HEADER, ...blocks, LAST, end]);
}

/** A page as it is sent. */
export async function compressPage(
  text: string,
  sheets: readonly string[],
  encoding: 'br' | 'gzip' | undefined,
): Promise<Buffer> {
  if (encoding !== 'gzip') return compress(text, encoding);
  const bytes = Buffer.from(text);
  return gzipOf([await deflatePage(text, sheets)], crc32(bytes), bytes.length);
}
