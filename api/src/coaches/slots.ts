import { and, eq, gt, inArray, isNotNull, lt } from 'drizzle-orm';
import type { Database } from '../db/open';
import { bookings, coaches, weeklyHours } from '../db/schema';
import { instantOf } from './zone';

export const SLOT_MINUTES = 60;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** How far ahead a session must start, so that a coach can prepare. */
const NOTICE_MS = 2 * 60 * MINUTE_MS;

interface WeeklyHours {
  weekday: number;
  startMinute: number;
  endMinute: number;
}

interface Interval {
  start: number;
  end: number;
}

const addDays = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The starts (ms since the epoch) within one UTC day at which a coach's weekly hours have room for `minutes`. */
export function offeredStarts(utcDay: string, minutes: number, hours: WeeklyHours[], zone: string): number[] {
  const dayStart = Date.parse(`${utcDay}T00:00:00Z`);
  const starts = new Set<number>();
  for (const localDay of [addDays(utcDay, -1), utcDay, addDays(utcDay, 1)]) {
    const weekday = new Date(`${localDay}T00:00:00Z`).getUTCDay();
    for (const { startMinute, endMinute } of hours.filter((window) => window.weekday === weekday)) {
      for (let minute = startMinute; minute + minutes <= endMinute; minute += SLOT_MINUTES) {
        const start = instantOf(localDay, minute, zone);
        if (start !== null && start >= dayStart && start < dayStart + DAY_MS) starts.add(start);
      }
    }
  }
  return [...starts].sort((a, b) => a - b);
}

export const withoutBusy = (starts: number[], minutes: number, busy: Interval[]) =>
  starts.filter((start) => !busy.some((taken) => start < taken.end && start + minutes * MINUTE_MS > taken.start));

/** The starts that a coach still has free on a UTC day; null when there is no such coach. */
export async function freeStarts(db: Database, coachId: number, utcDay: string, minutes: number, now: Date): Promise<number[] | null> {
  const [coach] = await db.select({ zone: coaches.timeZone }).from(coaches).where(eq(coaches.id, coachId));
  if (!coach) return null;
  const hours = await db.select().from(weeklyHours).where(eq(weeklyHours.coachId, coachId));
  const dayStart = Date.parse(`${utcDay}T00:00:00Z`);
  const rows = await db
    .select({ start: bookings.startsAt, end: bookings.endsAt, status: bookings.status, hold: bookings.holdExpiresAt })
    .from(bookings)
    .where(
      and(
        eq(bookings.coachId, coachId),
        inArray(bookings.status, ['pending_payment', 'confirmed', 'completed']),
        isNotNull(bookings.startsAt),
        lt(bookings.startsAt, new Date(dayStart + 2 * DAY_MS)),
        gt(bookings.endsAt, new Date(dayStart)),
      ),
    );
  const busy = rows
    .filter(({ status, hold }) => status !== 'pending_payment' || hold > now)
    .map(({ start, end }) => ({ start: start?.getTime() ?? 0, end: end?.getTime() ?? 0 }));
  const offered = offeredStarts(utcDay, minutes, hours, coach.zone).filter((start) => start >= now.getTime() + NOTICE_MS);
  return withoutBusy(offered, minutes, busy);
}
