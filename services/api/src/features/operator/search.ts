import { eq, ilike, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../core/db/open';
import { chatAccounts } from '../../core/db/schema';
import { cutPage, type Page } from '../../core/lists/page';

/** Page size; `below` is the cursor. */
export const MAX_LISTED = 100;
/** Largest value of an integer column. */
export const MAX_INTEGER = 2 ** 31 - 1;

/** Returns the number that a search is for, such as "12", "#12" or "Booking 12"; null for another text. */
function parseNumber(q: string): number | null {
  const [, digits] = /^(?:booking|coach|member)?\s*#?\s*(\d{1,10})$/i.exec(q) ?? [];
  return digits !== undefined && Number(digits) <= MAX_INTEGER ? Number(digits) : null;
}

export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

/** Condition on rows with the number or a text of a search. `match` gets the text as a pattern of `ILIKE`. */
export function matching(
  q: string | undefined,
  id: PgColumn,
  match: (pattern: string) => SQL | undefined,
): SQL | undefined {
  if (!q) return undefined;
  const number = parseNumber(q);
  return number === null ? match(likePattern(q)) : eq(id, number);
}

export const anyLike = (pattern: string, texts: PgColumn[]): SQL | undefined =>
  or(...texts.map((text) => ilike(text, pattern)));

/** Query of the accounts with a Discord name. */
export const withChatName = (db: Database, pattern: string) =>
  db
    .select({ id: chatAccounts.userId })
    .from(chatAccounts)
    .where(ilike(chatAccounts.username, pattern));

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
