import { eq, ilike, lt, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../../core/db/open';
import { chatAccounts } from '../../core/db/schema';
import { cutPage, MAX_INTEGER, type Page } from '../../core/lists/page';

export const MAX_LISTED = 100;

/** Kind of record that a list shows; a search may name it, such as "Booking 12". */
type Noun = 'booking' | 'coach' | 'member';

/** Returns the number that a search of this list names, such as "12", "#12" or "Booking 12"; null for another text. */
export function parseNumber(q: string, noun: Noun): number | null {
  const [, digits] = new RegExp(`^(?:${noun})?\\s*#?\\s*([1-9]\\d{0,9})$`, 'i').exec(q) ?? [];
  return digits !== undefined && Number(digits) <= MAX_INTEGER ? Number(digits) : null;
}

export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;

interface Search {
  q: string | undefined;
  noun: Noun;
  id: PgColumn;
  match: (pattern: string) => SQL | undefined;
}

/** Number without a noun that is as long as a part of a phone number or of a name in a game. */
const LONG_NUMBER = /^\d{5,}$/;

export function matching({ q, noun, id, match }: Search): SQL | undefined {
  if (!q) return undefined;
  const number = parseNumber(q, noun);
  if (number === null) return match(likePattern(q));
  const hasNumber = eq(id, number);
  return LONG_NUMBER.test(q) ? or(hasNumber, match(likePattern(q))) : hasNumber;
}

export const anyLike = (pattern: string, texts: PgColumn[]): SQL | undefined =>
  or(...texts.map((text) => ilike(text, pattern)));

export const withChatName = (db: Database, pattern: string) =>
  db
    .select({ id: chatAccounts.userId })
    .from(chatAccounts)
    .where(ilike(chatAccounts.username, pattern));

/** Columns of a list's sort key, all ascending, each with its least value. */
export type SortKey = [column: PgColumn | SQL, least: SQL][];

export const listOrderColumns = (key: SortKey): (PgColumn | SQL)[] => key.map(([column]) => column);

interface Position {
  key: SortKey;
  list: SQLWrapper;
  last: SQL | undefined;
}

/** Rows after the last one of a page; all if that row has left the list. Values are subqueries, so that an index finds the first row. */
export function after({ key, list, last }: Position): SQL {
  const values = key.map(
    ([column, least]) => sql`coalesce((SELECT ${column} FROM ${list} WHERE ${last}), ${least})`,
  );
  return sql`(${sql.join(listOrderColumns(key), sql`, `)}) > (${sql.join(values, sql`, `)})`;
}

/** Returns a page that is bounded in bytes, too, if the client sent a limit. Read one row more than `MAX_LISTED`. */
export const listOrPage = <Row extends { id: number }>(
  rows: Row[],
  limit: number | undefined,
): Row[] | Page<Row> =>
  limit === undefined
    ? rows.slice(0, MAX_LISTED)
    : cutPage(rows, { rows: Math.min(limit, MAX_LISTED), getCursor: ({ id }) => String(id) });

export const belowId = (below: number | undefined, id: PgColumn): SQL | undefined =>
  below === undefined ? undefined : lt(id, below);
