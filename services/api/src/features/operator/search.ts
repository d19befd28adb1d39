import { eq, ilike, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { cutPage, type Page } from '../../core/lists/page';

/** Page size; `below` is the cursor. */
export const MAX_LISTED = 100;
const MAX_ID = 2 ** 31 - 1;

export function matching(q: string | undefined, id: PgColumn, texts: PgColumn[]): SQL | undefined {
  if (!q) return undefined;
  if (/^\d{1,10}$/.test(q) && Number(q) <= MAX_ID) return eq(id, Number(q));
  const part = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return or(...texts.map((text) => ilike(text, part)));
}

interface Position {
  /** Sort key of a row: columns of the list, all ascending. */
  key: SQL;
  list: SQLWrapper;
  /** Condition of the last row of the previous page. */
  last: SQL | undefined;
}

/** Condition of the rows after the last one of a page. Starts over if that row has left the list, so that no row is missed. */
export const after = ({ key, list, last }: Position): SQL =>
  sql`coalesce((${key}) > (SELECT ${key} FROM ${list} WHERE ${last}), true)`;

/** Returns a page that is bounded in bytes, too, if the client sent a limit. Read one row more than `MAX_LISTED`. */
export const listOrPage = <Row extends { id: number }>(
  rows: Row[],
  limit: number | undefined,
): Row[] | Page<Row> =>
  limit === undefined
    ? rows.slice(0, MAX_LISTED)
    : cutPage(rows, { rows: Math.min(limit, MAX_LISTED), cursorOf: ({ id }) => String(id) });

export const belowId = (below: number | undefined, id: PgColumn): SQL | undefined =>
  below === undefined ? undefined : lt(id, below);
