import { MAX_COUNTED } from '@carry/contracts/format';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { ZodType } from 'zod';
import type { Database } from '../db/open';
import { Problem } from '../errors/problem';

const PAGE_BYTES = 56_000;
const ENVELOPE_BYTES = 1000;

export interface Page<Row> {
  results: Row[];
  next: string | null;
}

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
  getCursor(row: Row, index: number): string;
}

/** Returns a page. Read one row more than `rows`, so that it knows whether another page follows. It ends early at `bytes`, but has at least one row. */
export function cutPage<Row>(
  all: readonly Row[],
  { rows, bytes = PAGE_BYTES, getCursor }: PageLimits<Row>,
): Page<Row> {
  let size = ENVELOPE_BYTES;
  const end = all.findIndex((row, index) => {
    size += Buffer.byteLength(JSON.stringify(row)) + 1;
    return index === rows || (index > 0 && size > bytes);
  });
  if (end === -1) return { results: [...all], next: null };
  return { results: all.slice(0, end), next: getCursor(all[end - 1] as Row, end - 1) };
}

export const MAX_INTEGER = 2 ** 31 - 1;

interface OwnedRows {
  /** Column of the owner, and the one that its rows are sorted by. */
  key: [owner: PgColumn, id: PgColumn];
  owner: number | SQLWrapper;
}

/** Rows of an owner between two ids, both excluded. Compares pairs, and needs an order by both, so that only an index of the pair fits. */
export const isBetween = (
  { key: [owner, id], owner: value }: OwnedRows,
  { after = 0, before = MAX_INTEGER }: { after?: number | SQL; before?: number | undefined },
): SQL =>
  sql`(${owner}, ${id}) > (${value}::integer, ${after}::integer) AND (${owner}, ${id}) < (${value}::integer, ${before}::integer)`;

/** Counts at most `MAX_COUNTED` rows, so that no count reads a long list. */
export const countFirst = (db: Database, table: PgTable, where: SQL | undefined): Promise<number> =>
  db.$count(
    db
      .select({ one: sql`1`.as('one') })
      .from(table)
      .where(where)
      .limit(MAX_COUNTED)
      .as('counted'),
  );
