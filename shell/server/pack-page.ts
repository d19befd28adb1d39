import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import { compress } from './assets';

const deflate = promisify(deflateRaw);

/** Of a gzip file: deflated, without a name and a time. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** The last block of all, which holds nothing. */
const LAST = Buffer.from([3, 0]);
/** What is shorter stands in the file as it is: to set up a compression would cost more. */
const MAX_STORED = 512;

/** Blocks of what many pages hold, by their text. */
const lasting = new LRUCache<string, Promise<Buffer>>({ max: 300 });

/** Ends on a byte, and nothing after it refers to it. */
const blockOf = (text: string, level: number) =>
  deflate(text, { level, finishFlush: constants.Z_FULL_FLUSH });

function storedBlock(text: string): Buffer {
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

/** A text in pieces: what stands between the sheets, and these, in the order of the text. */
function* piecesOf(text: string, sheets: readonly string[]): Generator<Promise<Buffer> | Buffer> {
  const between = (piece: string) =>
    piece.length < MAX_STORED ? storedBlock(piece) : blockOf(piece, 6);
  let at = 0;
  for (const sheet of sheets) {
    const found = text.indexOf(sheet, at);
    if (found < 0) continue;
    yield between(text.slice(at, found));
    yield lastingBlock(sheet);
    at = found + sheet.length;
  }
  yield between(text.slice(at));
}

/** A page as it is sent. With gzip the sheets in it, which others have too, are compressed once and not for each page. */
export async function packPage(
  text: string,
  sheets: readonly string[],
  encoding: 'br' | 'gzip' | undefined,
): Promise<Buffer> {
  if (encoding !== 'gzip') return compress(text, encoding);
  const bytes = Buffer.from(text);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(bytes), 0);
  end.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([HEADER, ...(await Promise.all(piecesOf(text, sheets))), LAST, end]);
}
