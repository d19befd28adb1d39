import { status } from '@carry/contracts/api';
import { MAX_UNREAD } from '@carry/contracts/format';
import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../core/db/open';
import { bookingMessages, bookings, coaches, messageReads, users } from '../../core/db/schema';
import { notFound, Problem } from '../../core/errors/problem';
import { MAX_INTEGER } from '../../core/lists/page';

export type Side = 'student' | 'coach';
export const otherSide = (side: Side): Side => (side === 'student' ? 'coach' : 'student');

export interface Party {
  booking: typeof bookings.$inferSelect;
  side: Side;
  writable: boolean;
}

export async function requireParty(
  db: Database,
  userId: number,
  bookingId: number,
): Promise<Party> {
  const coachUser = alias(users, 'coach_user');
  const [row] = await db
    .select({
      booking: bookings,
      student: { deletedAt: users.deletedAt, lockedAt: users.lockedAt },
      coach: { deletedAt: coachUser.deletedAt, lockedAt: coachUser.lockedAt },
    })
    .from(bookings)
    .innerJoin(coaches, eq(coaches.id, bookings.coachId))
    .innerJoin(users, eq(users.id, bookings.studentId))
    .innerJoin(coachUser, eq(coachUser.id, coaches.userId))
    .where(
      and(
        eq(bookings.id, bookingId),
        inArray(bookings.status, status.options),
        or(eq(bookings.studentId, userId), eq(coaches.userId, userId)),
      ),
    );
  if (!row) throw notFound();
  const side = row.booking.studentId === userId ? 'student' : 'coach';
  const other = side === 'student' ? row.coach : row.student;
  return {
    booking: row.booking,
    side,
    writable: other.deletedAt === null && other.lockedAt === null,
  };
}

export function assertWritable({ side, writable }: Party): void {
  if (writable) return;
  throw new Problem(
    409,
    side === 'student'
      ? "This coach can't receive messages."
      : "This student can't receive messages.",
  );
}

/** Messages of the other side that a side has not seen, at most `MAX_UNREAD`. Compares triples, so that only one index fits. */
export const unreadBy = (side: Side): SQL<number> => {
  const { bookingId, author, id } = bookingMessages;
  const key = sql`(${bookingId}, ${author}, ${id})`;
  const keyAt = (last: SQL | number) =>
    sql`(${bookings.id}, ${otherSide(side)}::text, ${last}::integer)`;
  const lastId = sql`coalesce((SELECT ${messageReads.lastId} FROM ${messageReads}
    WHERE ${messageReads.bookingId} = ${bookings.id} AND ${messageReads.reader} = ${side}), 0)`;
  return sql`(SELECT count(*)::int FROM (
    SELECT FROM ${bookingMessages}
    WHERE ${key} > ${keyAt(lastId)} AND ${key} <= ${keyAt(MAX_INTEGER)}
    ORDER BY ${bookingId}, ${author}, ${id} LIMIT ${MAX_UNREAD}::integer) AS unread)`;
};
