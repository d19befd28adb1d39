import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import { coaches, type DayWindow, specialDays, users, weeklyHours } from '../../core/db/schema';
import { isPublicCoach } from './coach-lookup';
import {
  busyIntervals,
  busyRows,
  type ConflictQuery,
  conflictParameters,
  conflictRows,
  listIntervals,
} from './conflicts';

export interface WeeklyHours extends DayWindow {
  weekday: number;
}

/** Overrides for single days, by yyyy-mm-dd. */
export type SpecialDays = ReadonlyMap<string, readonly DayWindow[]>;

export interface Calendar {
  coach: typeof coaches.$inferSelect;
  hours: WeeklyHours[];
  special: SpecialDays;
  taken: ReturnType<typeof listIntervals>;
}

function prepare(db: Database) {
  const coachId = sql.placeholder('coachId');
  return db
    .select({
      coach: coaches,
      hours: sql<WeeklyHours[]>`(
        SELECT coalesce(json_agg(json_build_object('weekday', ${weeklyHours.weekday},
          'startMinute', ${weeklyHours.startMinute}, 'endMinute', ${weeklyHours.endMinute})), '[]')
        FROM ${weeklyHours} WHERE ${weeklyHours.coachId} = ${coachId})`,
      days: sql<[day: string, windows: DayWindow[]][]>`(
        SELECT coalesce(json_agg(json_build_array(${specialDays.day}, ${specialDays.windows})), '[]')
        FROM ${specialDays} WHERE ${specialDays.coachId} = ${coachId})`,
      taken: conflictRows(coachId),
      busy: busyRows(coachId),
    })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(isPublicCoach(coachId))
    .prepare('calendar');
}

/** Prepared per database or transaction: planning takes three times as long as reading. */
const prepared = new WeakMap<Database, ReturnType<typeof prepare>>();

export async function loadCalendar(
  db: Database,
  coachId: number,
  period: ConflictQuery,
): Promise<Calendar | null> {
  const query = prepared.get(db) ?? prepare(db);
  prepared.set(db, query);
  const [row] = await query.execute({ coachId, ...conflictParameters(period) });
  if (!row) return null;
  const { coach, hours, days, taken, busy } = row;
  const intervals = [...listIntervals(taken, coach, period), ...busyIntervals(busy)];
  return { coach, hours, special: new Map(days), taken: intervals };
}
