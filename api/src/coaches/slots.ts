import { MAX_BUFFER } from '@carry/contracts/limits';
import { and, eq, inArray, isNotNull, ne, or, sql } from 'drizzle-orm';
import type { Database } from '../db/open';
import { bookings, type coaches, type DayWindow, specialDays, weeklyHours } from '../db/schema';
import { publicCoach } from './own';
import { instantOf } from './zone';

export const SLOT_MINUTES = 60;
/** Up to so long a session is held in one piece; the rest of a longer booking is agreed with the coach. */
export const MAX_PIECE_MINUTES = 2 * SLOT_MINUTES;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface WeeklyHours extends DayWindow {
  weekday: number;
}

/** What holds on single days instead, by yyyy-mm-dd. */
type SpecialDays = ReadonlyMap<string, readonly DayWindow[]>;

interface Interval {
  start: number;
  end: number;
}

/** A start (ms since the epoch) that can be booked. */
export interface Opening {
  start: number;
  /** How long a session may be that begins here, up to what is held in one piece. */
  roomMinutes: number;
  /** Until when the student who asks holds this time already. */
  heldUntil: Date | null;
}

const iso = (instant: number) => new Date(instant).toISOString();
const dayOf = (instant: number) => iso(instant).slice(0, 10);
const addDays = (day: string, days: number) =>
  dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);

/** The starts (ms since the epoch) within one UTC day at which a coach's hours have room for `minutes`. */
export function offeredStarts(
  utcDay: string,
  minutes: number,
  hours: WeeklyHours[],
  zone: string,
  special: SpecialDays = new Map(),
): number[] {
  const dayStart = Date.parse(`${utcDay}T00:00:00Z`);
  const starts = new Set<number>();
  for (const localDay of [addDays(utcDay, -1), utcDay, addDays(utcDay, 1)]) {
    const weekday = new Date(`${localDay}T00:00:00Z`).getUTCDay();
    const windows = special.get(localDay) ?? hours.filter((window) => window.weekday === weekday);
    for (const start of windows.flatMap((window) => startsIn(localDay, window, minutes, zone)))
      if (start >= dayStart && start < dayStart + DAY_MS) starts.add(start);
  }
  return [...starts].sort((a, b) => a - b);
}

/** The starts within one window of a local day that have room for `minutes` before it ends. */
function startsIn(
  localDay: string,
  { startMinute, endMinute }: DayWindow,
  minutes: number,
  zone: string,
): number[] {
  const closing = closingOf(localDay, endMinute, zone);
  const starts: number[] = [];
  for (let minute = startMinute; minute + minutes <= endMinute; minute += SLOT_MINUTES) {
    const start = instantOf(localDay, minute, zone);
    if (start !== null && start + minutes * MINUTE_MS <= closing) starts.push(start);
  }
  return starts;
}

/** The instant at which a window of a local day ends; where the clock skips its end, the instant of the skip. */
function closingOf(localDay: string, endMinute: number, zone: string): number {
  for (let minute = endMinute; minute >= 0; minute--) {
    const instant = instantOf(localDay, minute, zone);
    if (instant !== null) return instant + (minute < endMinute ? MINUTE_MS : 0);
  }
  return Number.NEGATIVE_INFINITY;
}

export const withoutBusy = (starts: number[], minutes: number, busy: Interval[]) =>
  starts.filter(
    (start) =>
      !busy.some((taken) => start < taken.end && start + minutes * MINUTE_MS > taken.start),
  );

/** When a coach works. */
interface Calendar {
  coach: typeof coaches.$inferSelect;
  hours: WeeklyHours[];
  special: SpecialDays;
}

async function calendarOf(db: Database, coachId: number): Promise<Calendar | null> {
  const coach = await publicCoach(db, coachId);
  if (!coach) return null;
  const [times] = await db
    .select({
      hours: sql<WeeklyHours[]>`(
        SELECT coalesce(json_agg(json_build_object('weekday', ${weeklyHours.weekday},
          'startMinute', ${weeklyHours.startMinute}, 'endMinute', ${weeklyHours.endMinute})), '[]')
        FROM ${weeklyHours} WHERE ${weeklyHours.coachId} = ${coachId})`,
      days: sql<[day: string, windows: DayWindow[]][]>`(
        SELECT coalesce(json_agg(json_build_array(${specialDays.day}, ${specialDays.windows})), '[]')
        FROM ${specialDays} WHERE ${specialDays.coachId} = ${coachId})`,
    })
    .from(sql`(SELECT 1) one`);
  return { coach, hours: times?.hours ?? [], special: new Map(times?.days) };
}

/** From when until when (ms since the epoch) sessions may begin that are booked now. */
const bookable = ({ coach }: Calendar, now: Date) => ({
  earliest: now.getTime() + coach.noticeMinutes * MINUTE_MS,
  latest: now.getTime() + coach.daysAhead * DAY_MS,
});

/** The starts of a UTC day at which `minutes` are free. */
function freeStarts(
  calendar: Calendar,
  utcDay: string,
  minutes: number,
  busy: Interval[],
  now: Date,
): number[] {
  const { coach, hours, special } = calendar;
  const { earliest, latest } = bookable(calendar, now);
  const offered = offeredStarts(utcDay, minutes, hours, coach.timeZone, special);
  return withoutBusy(offered, minutes, busy).filter(
    (start) => start >= earliest && start <= latest,
  );
}

/**
 * The starts of a UTC day at which a coach can be booked for `minutes`; null when there is no such coach.
 * For a student who asks, the time that they hold is free, and times at which they are elsewhere are not.
 */
export async function openings(
  db: Database,
  coachId: number,
  utcDay: string,
  minutes: number,
  now: Date,
  studentId: number | null = null,
): Promise<Opening[] | null> {
  const calendar = await calendarOf(db, coachId);
  if (!calendar) return null;
  const { earliest, latest } = bookable(calendar, now);
  const from = Date.parse(`${utcDay}T00:00:00Z`);
  if (from > latest || from + DAY_MS < earliest) return [];
  const asked = { studentId, from, until: from + 2 * DAY_MS, now, moving: null };
  const taken = await takenIntervals(db, calendar.coach, asked);
  const busy = taken.filter(({ own }) => !own);
  const own = taken.find(({ own }) => own);
  const free = (length: number) => freeStarts(calendar, utcDay, length, busy, now);
  const longer = [SLOT_MINUTES, MAX_PIECE_MINUTES]
    .filter((length) => length > minutes)
    .map((length) => ({ length, starts: new Set(free(length)) }));
  return free(minutes).map((start) => ({
    start,
    roomMinutes: longer.findLast(({ starts }) => starts.has(start))?.length ?? minutes,
    heldUntil: own && start >= own.start && start < own.end ? own.hold : null,
  }));
}

/** A session that is to be moved. */
export interface Moving {
  id: number;
  coachId: number;
  studentId: number;
  startsAt: Date;
  endsAt: Date;
}

/** The starts (ms since the epoch) of a stretch of time at which a session could begin instead, and until when its coach takes any. */
export async function otherStarts(
  db: Database,
  { id, coachId, studentId, startsAt, endsAt }: Moving,
  from: number,
  until: number,
  now: Date,
): Promise<{ starts: number[]; latest: number }> {
  const calendar = await calendarOf(db, coachId);
  if (!calendar) return { starts: [], latest: 0 };
  const { latest } = bookable(calendar, now);
  const end = Math.min(until, latest + 1);
  const asked = { studentId, from, until: end + DAY_MS, now, moving: id };
  const busy = end > from ? await takenIntervals(db, calendar.coach, asked) : [];
  const minutes = (endsAt.getTime() - startsAt.getTime()) / MINUTE_MS;
  const starts: number[] = [];
  for (let day = Math.floor(from / DAY_MS) * DAY_MS; day < end; day += DAY_MS)
    starts.push(...freeStarts(calendar, dayOf(day), minutes, busy, now));
  return {
    starts: starts.filter((start) => start >= from && start < end && start !== startsAt.getTime()),
    latest,
  };
}

interface Asked {
  studentId: number | null;
  /** From when until when, ms since the epoch. */
  from: number;
  until: number;
  now: Date;
  /** The booking that is to be moved: its time is free, and whatever else its student holds is not. */
  moving: number | null;
}

/** What a coach, with the time kept free around it, and the student who asks cannot be booked over; `own` is what that student holds unpaid. */
async function takenIntervals(
  db: Database,
  { id: coachId, bufferMinutes }: typeof coaches.$inferSelect,
  { studentId, from, until, now, moving }: Asked,
) {
  const whose =
    studentId === null
      ? eq(bookings.coachId, coachId)
      : or(eq(bookings.coachId, coachId), eq(bookings.studentId, studentId));
  const { startsAt, endsAt, status, studentId: student, coachId: coach, holdExpiresAt } = bookings;
  const rows = await db
    .select({ startsAt, endsAt, status, studentId: student, coachId: coach, holdExpiresAt })
    .from(bookings)
    .where(
      and(
        whose,
        moving === null ? undefined : ne(bookings.id, moving),
        inArray(bookings.status, ['pending_payment', 'confirmed', 'completed']),
        isNotNull(bookings.startsAt),
        // in the form of the table's constraints, whose indexes find these without a walk through the coach's past
        sql`tstzrange(${bookings.startsAt}, ${bookings.endsAt}) && tstzrange(${iso(from - MAX_BUFFER * MINUTE_MS)}, ${iso(until + MAX_BUFFER * MINUTE_MS)})`,
      ),
    );
  return rows
    .map((row) => {
      const pending = row.status === 'pending_payment';
      const own = pending && row.studentId === studentId && moving === null;
      const around = row.coachId === coachId && !own ? bufferMinutes * MINUTE_MS : 0;
      return {
        start: (row.startsAt?.getTime() ?? 0) - around,
        end: (row.endsAt?.getTime() ?? 0) + around,
        hold: row.holdExpiresAt,
        pending,
        own,
        here: row.coachId === coachId,
      };
    })
    .filter(({ pending, hold, own, here }) => (!pending || hold > now) && (!own || here));
}
