import { and, eq, gt, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import {
  bookings,
  coaches,
  isUnverified,
  mailTokens,
  operators,
  refreshTokens,
  users,
} from '../../core/db/schema';

const DELETED_ROWS = 500;

/** Deletes accounts whose address was never verified. A role, a booking, a session or a valid link keeps one. */
export async function deleteUnverified(
  db: Database,
  { before, now }: { before: Date; now: Date },
): Promise<void> {
  const one = { one: sql`1` };
  const isOver = and(
    ...[isUnverified, lt(users.createdAt, before)],
    ...[
      db.select(one).from(coaches).where(eq(coaches.userId, users.id)),
      db.select(one).from(operators).where(eq(operators.userId, users.id)),
      db.select(one).from(bookings).where(eq(bookings.studentId, users.id)),
      db.select(one).from(refreshTokens).where(eq(refreshTokens.userId, users.id)),
      db
        .select(one)
        .from(mailTokens)
        .where(and(eq(mailTokens.userId, users.id), gt(mailTokens.expiresAt, now))),
    ].map(notExists),
  );
  for (;;) {
    const rows = await db.select({ id: users.id }).from(users).where(isOver).limit(DELETED_ROWS);
    const ids = rows.map(({ id }) => id);
    await db.delete(users).where(and(inArray(users.id, ids), isOver)); // one may be used meanwhile
    if (ids.length < DELETED_ROWS) return;
  }
}
