import { MAX_BUFFER } from '@carry/contracts/limits';
import { and, eq, isNotNull, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { bookings, type coaches } from '../../core/db/schema';

const MINUTE_MS = 60_000;

/** Which bookings are asked for, and for whom. */
export interface Asked {
  studentId: number | null;
  /** From when until when, ms since the epoch. */
  from: number;
  until: number;
  now: Date;
  /** The booking that is to be moved: its time is free, and whatever else its student holds is not. */
  moving: number | null;
}

/** A booking that may be in the way; times are ms since the epoch. */
interface TakenRow {
  start: number;
  end: number;
  pending: boolean;
  /** Until when it is held unpaid. */
  hold: number | null;
  studentId: number;
  coachId: number;
}

const msOf = (time: AnyPgColumn) => sql`extract(epoch FROM ${time}) * 1000`;
const moved = (instant: number, minutes: number) =>
  new Date(instant + minutes * MINUTE_MS).toISOString();

/** What `takenRows` is asked with. */
export const takenValues = ({ studentId, from, until, moving }: Asked) => ({
  studentId,
  moving,
  from: moved(from, -MAX_BUFFER),
  until: moved(until, MAX_BUFFER),
});

const given = (name: keyof ReturnType<typeof takenValues>) => sql.placeholder(name);

/** The bookings of a coach and of the student who asks, of a stretch of time. */
export function takenRows(coachId: Placeholder): SQL<TakenRow[]> {
  const found = and(
    or(eq(bookings.coachId, coachId), eq(bookings.studentId, given('studentId'))),
    sql`${bookings.id} IS DISTINCT FROM ${given('moving')}`,
    // The states and the range are in the form of the table's constraints, whose indexes find these without a walk through the coach's
    // past. A plan that holds for all values finds a partial index by what is written out, not by what is given.
    sql`${bookings.status} IN ('pending_payment', 'confirmed', 'completed')`,
    isNotNull(bookings.startsAt),
    sql`tstzrange(${bookings.startsAt}, ${bookings.endsAt}) && tstzrange(${given('from')}, ${given('until')})`,
  );
  return sql`(
    SELECT coalesce(json_agg(json_build_object('start', ${msOf(bookings.startsAt)}, 'end', ${msOf(bookings.endsAt)},
      'pending', ${bookings.status} = 'pending_payment', 'hold', ${msOf(bookings.holdExpiresAt)},
      'studentId', ${bookings.studentId}, 'coachId', ${bookings.coachId})), '[]')
    FROM ${bookings} WHERE ${found})`;
}

/** What a coach, with the time kept free around it, and the student who asks cannot be booked over; `own` is what that student holds unpaid. */
export const intervalsOf = (
  rows: TakenRow[],
  { id: coachId, bufferMinutes }: typeof coaches.$inferSelect,
  { studentId, now, moving }: Asked,
) =>
  rows
    .map((row) => {
      const { pending } = row;
      const own = pending && row.studentId === studentId && moving === null;
      const around = row.coachId === coachId && !own ? bufferMinutes * MINUTE_MS : 0;
      return {
        start: row.start - around,
        end: row.end + around,
        hold: row.hold === null ? null : new Date(row.hold),
        pending,
        own,
        here: row.coachId === coachId,
      };
    })
    .filter(
      ({ pending, hold, own, here }) =>
        (!pending || (hold !== null && hold > now)) && (!own || here),
    );
