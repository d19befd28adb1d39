import { MAX_BUFFER } from '@carry/contracts/limits';
import { and, eq, gt, inArray, isNotNull, lt, or } from 'drizzle-orm';
import type { Database } from '../db/open';
import { bookings, coaches, type DayWindow, specialDays, weeklyHours } from '../db/schema';
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

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

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
  const [coach] = await db.select().from(coaches).where(eq(coaches.id, coachId));
  if (!coach) return null;
  const earliest = now.getTime() + coach.noticeMinutes * MINUTE_MS;
  const latest = now.getTime() + coach.daysAhead * DAY_MS;
  const dayStart = Date.parse(`${utcDay}T00:00:00Z`);
  if (dayStart > latest || dayStart + DAY_MS < earliest) return [];
  const hours = await db.select().from(weeklyHours).where(eq(weeklyHours.coachId, coachId));
  const days = await db.select().from(specialDays).where(eq(specialDays.coachId, coachId));
  const special = new Map(days.map(({ day, windows }) => [day, windows]));
  const taken = await takenIntervals(db, coach, studentId, dayStart, now);
  const busy = taken.filter(({ own }) => !own);
  const own = taken.find(({ own }) => own);
  const free = (length: number) =>
    withoutBusy(offeredStarts(utcDay, length, hours, coach.timeZone, special), length, busy).filter(
      (start) => start >= earliest && start <= latest,
    );
  const longer = [SLOT_MINUTES, MAX_PIECE_MINUTES]
    .filter((length) => length > minutes)
    .map((length) => ({ length, starts: new Set(free(length)) }));
  return free(minutes).map((start) => ({
    start,
    roomMinutes: longer.findLast(({ starts }) => starts.has(start))?.length ?? minutes,
    heldUntil: own && start >= own.start && start < own.end ? own.hold : null,
  }));
}

/** What a coach, with the time kept free around it, and the student who asks cannot be booked over; `own` is what that student holds unpaid. */
async function takenIntervals(
  db: Database,
  coach: typeof coaches.$inferSelect,
  studentId: number | null,
  dayStart: number,
  now: Date,
) {
  const { id: coachId, bufferMinutes } = coach;
  const whose =
    studentId === null
      ? eq(bookings.coachId, coachId)
      : or(eq(bookings.coachId, coachId), eq(bookings.studentId, studentId));
  const rows = await db
    .select()
    .from(bookings)
    .where(
      and(
        whose,
        inArray(bookings.status, ['pending_payment', 'confirmed', 'completed']),
        isNotNull(bookings.startsAt),
        lt(bookings.startsAt, new Date(dayStart + 2 * DAY_MS)),
        gt(bookings.endsAt, new Date(dayStart - MAX_BUFFER * MINUTE_MS)),
      ),
    );
  return rows
    .map((row) => {
      const own = row.status === 'pending_payment' && row.studentId === studentId;
      const around = row.coachId === coachId && !own ? bufferMinutes * MINUTE_MS : 0;
      return {
        start: (row.startsAt?.getTime() ?? 0) - around,
        end: (row.endsAt?.getTime() ?? 0) + around,
        hold: row.holdExpiresAt,
        pending: row.status === 'pending_payment',
        own,
        here: row.coachId === coachId,
      };
    })
    .filter(({ pending, hold, own, here }) => (!pending || hold > now) && (!own || here));
}
