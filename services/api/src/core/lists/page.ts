import type { ZodType } from 'zod';
import { Problem } from '../errors/problem';

/** A page ends before it exceeds this size. */
const PAGE_BYTES = 56_000;
/** Size of the answer around its rows. */
const ENVELOPE_BYTES = 1000;

export interface Page<Row> {
  results: Row[];
  /** Cursor of the next page; null at the end. */
  next: string | null;
}

/** Encodes the sort key of a row. Clients treat it as opaque. */
export const writeCursor = (key: unknown): string =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

/** Decodes a cursor. Throws 400 for a text that is no `key`. Clients can craft cursors: bound its values to their columns. */
export function readCursor<Key>(cursor: string, key: ZodType<Key>): Key {
  try {
    return key.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    // reported below
  }
  throw new Problem(400, 'Cursor: does not belong to this list');
}

interface PageLimits<Row> {
  rows: number;
  bytes?: number;
  cursorOf(row: Row, index: number): string;
}

/** Returns a page. Read one row more than `rows`, so that it knows whether another page follows. It ends early at `bytes`, but has at least one row. */
export function cutPage<Row>(
  all: readonly Row[],
  { rows, bytes = PAGE_BYTES, cursorOf }: PageLimits<Row>,
): Page<Row> {
  let size = ENVELOPE_BYTES;
  const end = all.findIndex((row, index) => {
    size += Buffer.byteLength(JSON.stringify(row)) + 1;
    return index === rows || (index > 0 && size > bytes);
  });
  if (end === -1) return { results: [...all], next: null };
  return { results: all.slice(0, end), next: cursorOf(all[end - 1] as Row, end - 1) };
}
