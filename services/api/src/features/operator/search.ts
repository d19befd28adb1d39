import { eq, ilike, lt, or, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Page size; `below` is the cursor. */
export const MAX_LISTED = 100;
const MAX_ID = 2 ** 31 - 1;

export function matching(q: string | undefined, id: PgColumn, texts: PgColumn[]): SQL | undefined {
  if (!q) return undefined;
  if (/^\d{1,10}$/.test(q) && Number(q) <= MAX_ID) return eq(id, Number(q));
  const part = `%${q.replace(/[\\%_]/g, '\\$&')}%`;
  return or(...texts.map((text) => ilike(text, part)));
}

export const belowId = (below: number | undefined, id: PgColumn): SQL | undefined =>
  below === undefined ? undefined : lt(id, below);
