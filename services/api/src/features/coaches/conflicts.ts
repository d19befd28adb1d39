import { MAX_BUFFER } from '@carry/contracts/limits';
import { and, eq, gt, isNotNull, ne, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../core/db/open';
import { bookings, busyTimes, coaches } from '../../core/db/schema';

const MINUTE_MS = 60_000;

export interface ConflictQuery {
  studentId: number | null;
  /** ms since the epoch. */
  from: number;
  until: number;
  now: Date;
  /** Booking to move: its time is free, the student's other holds are not. */
  moving: number | null;
}

/** Conflicting booking; times in ms since the epoch. */
interface ConflictRow {
  start: number;
  end: number;
  pending: boolean;
  hold: number | null;
  studentId: number;
  coachId: number;
}

const toMs = (time: AnyPgColumn) => sql`extract(epoch FROM ${time}) * 1000`;
const moved = (instant: number, minutes: number) =>
  new Date(instant + minutes * MINUTE_MS).toISOString();

export const conflictParameters = ({ studentId, from, until, moving }: ConflictQuery) => ({
  studentId,
  moving,
  from: moved(from, -MAX_BUFFER),
  until: moved(until, MAX_BUFFER),
});

const parameter = (name: keyof ReturnType<typeof conflictParameters>) => sql.placeholder(name);

const ownProfile = alias(coaches, 'own_profile');

interface Sessions {
  coachId: Placeholder | number;
  studentId: Placeholder | number;
  /** Range of time, as ISO 8601. */
  from: Placeholder | string;
  until: Placeholder | string;
}

/** Sessions of the coach and the student in either role. Equalities only: the planner combines the exclusion indexes for these alone. */
const areSessions = ({ coachId, studentId, from, until }: Sessions) =>
  and(
    or(
      eq(bookings.coachId, coachId),
      eq(bookings.studentId, coaches.userId),
      eq(bookings.studentId, studentId),
      sql`${bookings.coachId} = (SELECT ${ownProfile.id} FROM ${coaches} ${ownProfile} WHERE ${ownProfile.userId} = ${studentId})`,
    ),
    // Statuses and range match the partial index of the exclusion constraints. The planner only uses it for literals, not for parameters.
    sql`${bookings.status} IN ('pending_payment', 'confirmed', 'completed')`,
    isNotNull(bookings.startsAt),
    sql`tstzrange(${bookings.startsAt}, ${bookings.endsAt}) && tstzrange(${from}, ${until})`,
  );

/** True if the coach or the student has another session then, in either role. The exclusion constraints compare one role each. */
export async function isDoubleBooked(
  db: Database,
  { id, coachId, studentId, startsAt, endsAt }: typeof bookings.$inferSelect,
  now: Date,
): Promise<boolean> {
  if (!startsAt || !endsAt) return false;
  const range = { from: startsAt.toISOString(), until: endsAt.toISOString() };
  const rows = await db
    .select({ id: bookings.id })
    .from(coaches)
    .innerJoin(bookings, areSessions({ coachId, studentId, ...range }))
    .where(
      and(
        eq(coaches.id, coachId),
        ne(bookings.id, id),
        or(ne(bookings.status, 'pending_payment'), gt(bookings.holdExpiresAt, now)),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

export function conflictRows(coachId: Placeholder): SQL<ConflictRow[]> {
  const [from, until] = [parameter('from'), parameter('until')];
  const condition = and(
    areSessions({ coachId, studentId: parameter('studentId'), from, until }),
    sql`${bookings.id} IS DISTINCT FROM ${parameter('moving')}`,
  );
  return sql`(
    SELECT coalesce(json_agg(json_build_object('start', ${toMs(bookings.startsAt)}, 'end', ${toMs(bookings.endsAt)},
      'pending', ${bookings.status} = 'pending_payment', 'hold', ${toMs(bookings.holdExpiresAt)},
      'studentId', ${bookings.studentId}, 'coachId', ${bookings.coachId})), '[]')
    FROM ${bookings} WHERE ${condition})`;
}

export interface Taken {
  start: number;
  end: number;
  hold: Date | null;
  pending: boolean;
  isOwn: boolean;
  here: boolean;
}

/** Busy intervals of a coach (with buffers around the sessions they coach) and a student; `isOwn` marks that student's hold. */
export const listIntervals = (
  rows: ConflictRow[],
  { id: coachId, bufferMinutes }: typeof coaches.$inferSelect,
  { studentId, now, moving }: ConflictQuery,
): Taken[] =>
  rows
    .map((row) => {
      const { pending } = row;
      const isOwn = pending && row.studentId === studentId && moving === null;
      const around = row.coachId === coachId && !isOwn ? bufferMinutes * MINUTE_MS : 0;
      return {
        start: row.start - around,
        end: row.end + around,
        hold: row.hold === null ? null : new Date(row.hold),
        pending,
        isOwn,
        here: row.coachId === coachId,
      };
    })
    .filter(
      ({ pending, hold, isOwn, here }) =>
        (!pending || (hold !== null && hold > now)) && (!isOwn || here),
    );

export const busyRows = (coachId: Placeholder): SQL<[start: number, end: number][]> => sql`(
    SELECT coalesce(json_agg(json_build_array(${toMs(busyTimes.startsAt)}, ${toMs(busyTimes.endsAt)})), '[]')
    FROM ${busyTimes} WHERE ${busyTimes.coachId} = ${coachId}
      AND ${busyTimes.startsAt} < ${parameter('until')}::timestamptz AND ${busyTimes.endsAt} > ${parameter('from')}::timestamptz)`;

/** Busy times have no breaks around them. */
export const busyIntervals = (rows: [start: number, end: number][]): Taken[] =>
  rows.map(([start, end]) => ({
    ...{ start, end, hold: null, pending: false, isOwn: false, here: true },
  }));
