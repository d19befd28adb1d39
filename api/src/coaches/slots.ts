import { MAX_DAYS_AHEAD } from '@carry/contracts/limits';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/open';
import { coaches, type DayWindow, specialDays, users, weeklyHours } from '../db/schema';
import { isPublicCoach } from './own';
import { type Asked, intervalsOf, takenRows } from './taken';
import { instantOf } from './zone';

export const SLOT_MINUTES = 60;
/** Up to so long a session is held in one piece; the rest of a longer booking is agreed with the coach. */
export const MAX_PIECE_MINUTES = 2 * SLOT_MINUTES;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MAX_MS = (MAX_DAYS_AHEAD + 1) * DAY_MS;

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
  /** What cannot be booked over. */
  taken: ReturnType<typeof intervalsOf>;
}

/** The hours of a coach, and what is taken of them, in one query; null where visitors see no such coach. */
async function calendarOf(db: Database, coachId: number, asked: Asked): Promise<Calendar | null> {
  const [found] = await db
    .select({
      coach: coaches,
      hours: sql<WeeklyHours[]>`(
        SELECT coalesce(json_agg(json_build_object('weekday', ${weeklyHours.weekday},
          'startMinute', ${weeklyHours.startMinute}, 'endMinute', ${weeklyHours.endMinute})), '[]')
        FROM ${weeklyHours} WHERE ${weeklyHours.coachId} = ${coachId})`,
      days: sql<[day: string, windows: DayWindow[]][]>`(
        SELECT coalesce(json_agg(json_build_array(${specialDays.day}, ${specialDays.windows})), '[]')
        FROM ${specialDays} WHERE ${specialDays.coachId} = ${coachId})`,
      taken: takenRows(coachId, asked),
    })
    .from(coaches)
    .innerJoin(users, eq(users.id, coaches.userId))
    .where(isPublicCoach(coachId));
  if (!found) return null;
  const { coach, hours, days, taken } = found;
  return { coach, hours, special: new Map(days), taken: intervalsOf(taken, coach, asked) };
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
  const day = Date.parse(`${utcDay}T00:00:00Z`);
  // nothing before it and after it can be booked, and no calendar of a database has every year
  const from = Math.min(Math.max(day, now.getTime() - DAY_MS), now.getTime() + MAX_MS);
  const asked = { studentId, from, until: from + 2 * DAY_MS, now, moving: null };
  const calendar = await calendarOf(db, coachId, asked);
  if (!calendar) return null;
  const { earliest, latest } = bookable(calendar, now);
  if (day > latest || day + DAY_MS < earliest) return [];
  const { taken } = calendar;
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
  const last = Math.min(until, now.getTime() + MAX_MS);
  const asked = { studentId, from, until: Math.max(from, last) + DAY_MS, now, moving: id };
  const calendar = await calendarOf(db, coachId, asked);
  if (!calendar) return { starts: [], latest: 0 };
  const { latest } = bookable(calendar, now);
  const end = Math.min(until, latest + 1);
  const minutes = (endsAt.getTime() - startsAt.getTime()) / MINUTE_MS;
  const starts: number[] = [];
  for (let day = Math.floor(from / DAY_MS) * DAY_MS; day < end; day += DAY_MS)
    starts.push(...freeStarts(calendar, dayOf(day), minutes, calendar.taken, now));
  return {
    starts: starts.filter((start) => start >= from && start < end && start !== startsAt.getTime()),
    latest,
  };
}
