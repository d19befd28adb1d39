import type { Availability, AvailabilityChange } from '@carry/contracts/api';
import { type ClockWindow, clockOf, joinWindows, minuteOf } from '@carry/contracts/windows';
import { asc, eq } from 'drizzle-orm';
import type { Database } from '../../core/db/open';
import {
  coachCalendars,
  coaches,
  type DayWindow,
  specialDays,
  weeklyHours,
} from '../../core/db/schema';
import { transact } from '../../core/db/transact';
import type { Handler, Handlers } from '../../core/http/handler';
import { lockOwnCoach, ownCoach } from './coach-lookup';
import { assertUnchanged } from './optimistic-lock';

const DAY_MS = 24 * 3_600_000;
const days = [0, 1, 2, 3, 4, 5, 6];

const toClock = ({ startMinute, endMinute }: DayWindow): ClockWindow => ({
  start: clockOf(startMinute),
  end: clockOf(endMinute),
});
const toMinutes = ({ start, end }: ClockWindow): DayWindow => ({
  startMinute: minuteOf(start),
  endMinute: minuteOf(end),
});
const byStart = (one: ClockWindow, other: ClockWindow) =>
  minuteOf(one.start) - minuteOf(other.start);

/** Drops days earlier than today in every time zone. */
function listCurrent(special: Availability['special'], now: Date): Availability['special'] {
  const firstDay = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10);
  return special.filter(({ date }) => date >= firstDay);
}

/** Returns hours as they will be read after they are stored. */
const normalize = ({ weekly, special, ...rules }: Availability, now: Date): Availability => ({
  ...rules,
  weekly: weekly.map((windows) => joinWindows(windows)),
  special: listCurrent(special, now)
    .map(({ date, windows }) => ({ date, windows: joinWindows(windows) }))
    .sort((one, other) => (one.date < other.date ? -1 : 1)),
});

export async function readAvailability(
  db: Database,
  coach: typeof coaches.$inferSelect,
  now: Date,
): Promise<Availability> {
  const hours = await db
    .select()
    .from(weeklyHours)
    .where(eq(weeklyHours.coachId, coach.id))
    .orderBy(asc(weeklyHours.startMinute));
  const special = await db
    .select()
    .from(specialDays)
    .where(eq(specialDays.coachId, coach.id))
    .orderBy(asc(specialDays.day));
  return {
    time_zone: coach.timeZone,
    weekly: days.map((weekday) =>
      hours.filter((window) => window.weekday === weekday).map(toClock),
    ),
    special: listCurrent(
      special.map(({ day, windows }) => ({
        date: day,
        windows: windows.map(toClock).sort(byStart),
      })),
      now,
    ),
    buffer_minutes: coach.bufferMinutes,
    notice_minutes: coach.noticeMinutes,
    days_ahead: coach.daysAhead,
  };
}

const getAvailability: Handler<'GET /api/coach/availability/'> = async ({ db, now }, { userId }) =>
  readAvailability(db, await ownCoach(db, userId), now());

const setAvailability: Handler<'PATCH /api/coach/availability/'> = (
  { db, now },
  { userId, body },
) =>
  transact(db, async (tx) =>
    changeAvailability(tx, await lockOwnCoach(tx, userId), { change: body, now: now() }),
  );

export async function changeAvailability(
  tx: Database,
  before: typeof coaches.$inferSelect,
  { change: { seen, ...hours }, now }: { change: AvailabilityChange; now: Date },
): Promise<Availability> {
  const coachId = before.id;
  const availability = normalize(hours, now);
  assertUnchanged(await readAvailability(tx, before, now), {
    seen: seen && { ...seen, special: listCurrent(seen.special, now) },
    change: availability,
  });
  const [coach] = await tx
    .update(coaches)
    .set({
      timeZone: availability.time_zone,
      bufferMinutes: availability.buffer_minutes,
      noticeMinutes: availability.notice_minutes,
      daysAhead: availability.days_ahead,
    })
    .where(eq(coaches.id, coachId))
    .returning();
  if (!coach) throw new Error('the query returned no coach');
  // Whole days and times without a zone are in the coach's.
  if (coach.timeZone !== before.timeZone)
    await tx
      .update(coachCalendars)
      .set({ nextReadAt: now })
      .where(eq(coachCalendars.coachId, coachId));
  await tx.delete(weeklyHours).where(eq(weeklyHours.coachId, coachId));
  await tx.delete(specialDays).where(eq(specialDays.coachId, coachId));
  const weekly = availability.weekly.flatMap((windows, weekday) =>
    windows.map((window) => ({ coachId, weekday, ...toMinutes(window) })),
  );
  if (weekly.length > 0) await tx.insert(weeklyHours).values(weekly);
  const special = availability.special.map(({ date, windows }) => ({
    coachId,
    day: date,
    windows: windows.map(toMinutes),
  }));
  if (special.length > 0) await tx.insert(specialDays).values(special);
  return readAvailability(tx, coach, now);
}

export const availabilityHandlers = {
  'GET /api/coach/availability/': getAvailability,
  'PATCH /api/coach/availability/': setAvailability,
} satisfies Partial<Handlers>;
