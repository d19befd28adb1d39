import { dateIn } from '@carry/contracts/format';
import { MAX_DAYS_AHEAD } from '@carry/contracts/limits';
import { BOOKABLE_DAYS } from '@carry/contracts/shell';
import { SLOT_MINUTES } from '@carry/contracts/windows';
import type { Database } from '../../core/db/open';
import { type Calendar, loadCalendar, type SpecialDays, type WeeklyHours } from './calendar';
import { findInstant, findStartOfDay } from './zone';

/** A start that the coach suggests needs the coach's notice, and at most this. */
const MAX_SUGGESTION_NOTICE_MINUTES = 2 * 60;
/** A booking holds at most this long; the coach arranges the rest. */
export const MAX_PIECE_MINUTES = 2 * SLOT_MINUTES;
const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
const MAX_MS = (MAX_DAYS_AHEAD + 1) * DAY_MS;

interface Interval {
  start: number;
  end: number;
}

export interface Opening {
  start: number;
  freeMinutes: number;
  heldUntil: Date | null;
  /** End of the student's own hold, if the start is free only because of it. */
  keptUntil?: Date | null;
}

const iso = (instant: number) => new Date(instant).toISOString();
const toDay = (instant: number) => iso(instant).slice(0, 10);
const addDays = (day: string, days: number) =>
  toDay(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);

interface Schedule {
  hours: WeeklyHours[];
  zone: string;
  special?: SpecialDays;
}

/** Starts (ms since the epoch) within a UTC day, with the remaining minutes of each. */
function findStarts(utcDay: string, { hours, zone, special }: Schedule): Map<number, number> {
  const dayStart = Date.parse(`${utcDay}T00:00:00Z`);
  const minutesLeft = new Map<number, number>();
  const firstDay = addDays(utcDay, -1);
  // Local days from the day before. In Los Angeles, UTC Nov 27 is the evening of Nov 26 and most of Nov 27;
  // in Auckland it is most of Nov 27 and the morning of Nov 28. A window may continue into the day after.
  const windows = [0, 1, 2, 3].flatMap((offset) => {
    const localDay = addDays(firstDay, offset);
    const weekday = new Date(`${localDay}T00:00:00Z`).getUTCDay();
    const ofDay = special?.get(localDay) ?? hours.filter((window) => window.weekday === weekday);
    return ofDay.map(({ startMinute, endMinute }) => ({
      start: offset * DAY_MINUTES + startMinute,
      end: offset * DAY_MINUTES + endMinute,
    }));
  });
  for (const { windows: parts, end } of mergeWindows(windows)) {
    const closing = findClosing(firstDay, end, zone);
    for (const window of parts)
      for (let minute = window.start; minute < window.end; minute += SLOT_MINUTES) {
        const start = findInstant(firstDay, minute, zone);
        if (start === null || start < dayStart || start >= dayStart + DAY_MS) continue;
        minutesLeft.set(start, Math.min(end - minute, (closing - start) / MINUTE_MS));
      }
  }
  return minutesLeft;
}

function mergeWindows(windows: Interval[]): { windows: Interval[]; end: number }[] {
  const stretches: { windows: Interval[]; end: number }[] = [];
  for (const window of windows.toSorted((a, b) => a.start - b.start)) {
    const last = stretches.at(-1);
    if (last && window.start <= last.end) {
      last.windows.push(window);
      last.end = Math.max(last.end, window.end);
    } else stretches.push({ windows: [window], end: window.end });
  }
  return stretches;
}

const startsFor = (minutesLeft: Map<number, number>, minutes: number) =>
  [...minutesLeft.keys()]
    .filter((start) => (minutesLeft.get(start) ?? 0) >= minutes)
    .sort((a, b) => a - b);

export const offeredStarts = (utcDay: string, minutes: number, schedule: Schedule): number[] =>
  startsFor(findStarts(utcDay, schedule), minutes);

/** End of a window as an instant, from minutes of the local day. If DST skips it, the time of the change. */
function findClosing(localDay: string, endMinute: number, zone: string): number {
  for (let minute = endMinute; minute >= 0; minute--) {
    const instant = findInstant(localDay, minute, zone);
    if (instant !== null) return instant + (minute < endMinute ? MINUTE_MS : 0);
  }
  return Number.NEGATIVE_INFINITY;
}

export const withoutBusy = (starts: number[], minutes: number, busy: Interval[]) =>
  starts.filter(
    (start) =>
      !busy.some((taken) => start < taken.end && start + minutes * MINUTE_MS > taken.start),
  );

const bookable = ({ coach }: Calendar, now: Date) => ({
  earliest: now.getTime() + coach.noticeMinutes * MINUTE_MS,
  latest: now.getTime() + coach.daysAhead * DAY_MS,
});

function freeStarts(calendar: Calendar, utcDay: string, now: Date): (minutes: number) => number[] {
  const { coach, hours, special, taken } = calendar;
  const { earliest, latest } = bookable(calendar, now);
  const minutesLeft = findStarts(utcDay, { hours, zone: coach.timeZone, special });
  return (minutes) =>
    withoutBusy(startsFor(minutesLeft, minutes), minutes, taken).filter(
      (start) => start >= earliest && start <= latest,
    );
}

/** The offered days end within this time, in any time zone. */
export const OFFERED_MS = (BOOKABLE_DAYS + 2) * DAY_MS;

/** First free start that the page offers in the coach's zone (ms since the epoch), and until when it does; null: unknown coach. */
export async function firstOffered(
  db: Database,
  coachId: number,
  now: Date,
): Promise<{ start: number; until: number } | null> {
  const from = now.getTime();
  const query = { studentId: null, from, until: from + OFFERED_MS, now, moving: null };
  const calendar = await loadCalendar(db, coachId, query);
  if (!calendar) return null;
  const { timeZone, noticeMinutes } = calendar.coach;
  const today = dateIn(timeZone, now);
  for (let ahead = 1; ahead <= BOOKABLE_DAYS; ahead++) {
    const day = addDays(today, ahead);
    const [start] = freeStarts(calendar, day, now)(SLOT_MINUTES);
    if (start === undefined) continue;
    const noticeStart = start - noticeMinutes * MINUTE_MS;
    return { start, until: Math.min(noticeStart + 1, findStartOfDay(day, timeZone).getTime()) };
  }
  return null;
}

interface SlotQuery {
  day: string;
  minutes: number;
  now: Date;
  studentId?: number | null;
}

/**
 * Free starts of a UTC day; null for an unknown coach. A student's own hold counts as free, also after the coach's notice or with changed
 * hours, until it begins, and times of their other sessions as taken.
 */
export async function openings(
  db: Database,
  coachId: number,
  { day: utcDay, minutes, now, studentId = null }: SlotQuery,
): Promise<Opening[] | null> {
  const day = Date.parse(`${utcDay}T00:00:00Z`);
  // PostgreSQL rejects extreme years; bookable days lie within these bounds
  const from = Math.min(Math.max(day, now.getTime() - DAY_MS), now.getTime() + MAX_MS);
  const query = { studentId, from, until: from + 2 * DAY_MS, now, moving: null };
  const calendar = await loadCalendar(db, coachId, query);
  if (!calendar) return null;
  const hold = calendar.taken.find(({ isOwn }) => isOwn);
  const { earliest, latest } = bookable(calendar, now);
  const isBookable = day <= latest && day + DAY_MS >= earliest;
  const free = isBookable ? freeOpenings(calendar, { day: utcDay, minutes, now }) : [];
  const open = free.map(({ start, freeMinutes }) => ({
    start,
    freeMinutes,
    heldUntil: hold && start >= hold.start && start < hold.end ? hold.hold : null,
  }));
  if (!hold || hold.start <= now.getTime() || toDay(hold.start) !== utcDay) return open;
  const heldMinutes = (hold.end - hold.start) / MINUTE_MS;
  const same = open.find(({ start }) => start === hold.start);
  if ((same && same.freeMinutes >= heldMinutes) || heldMinutes < minutes) return open;
  const held = {
    start: hold.start,
    freeMinutes: heldMinutes,
    heldUntil: hold.hold,
    keptUntil: same ? null : hold.hold,
  };
  return [...open.filter(({ start }) => start !== hold.start), held].sort(
    (a, b) => a.start - b.start,
  );
}

/** Free starts of a UTC day, with the free minutes after each. A student's own hold counts as free. */
function freeOpenings(calendar: Calendar, { day, minutes, now }: SlotQuery) {
  const taken = calendar.taken.filter(({ isOwn }) => !isOwn);
  const free = freeStarts({ ...calendar, taken }, day, now);
  const longer = [SLOT_MINUTES, MAX_PIECE_MINUTES]
    .filter((length) => length > minutes)
    .map((length) => ({ length, starts: new Set(free(length)) }));
  return free(minutes).map((start) => ({
    start,
    freeMinutes: longer.findLast(({ starts }) => starts.has(start))?.length ?? minutes,
  }));
}

export const getSuggestionNotice = (noticeMinutes: number): number =>
  Math.min(noticeMinutes, MAX_SUGGESTION_NOTICE_MINUTES);

export interface Moving {
  id: number;
  coachId: number;
  studentId: number;
  startsAt: Date;
  endsAt: Date;
}

interface OtherStarts {
  from: number;
  until: number;
  now: Date;
  byCoach?: boolean;
}

/** Alternative starts (ms since the epoch) for a session, and the end of the booking window. */
export async function otherStarts(
  db: Database,
  { id, coachId, studentId, startsAt, endsAt }: Moving,
  { from, until, now, byCoach = false }: OtherStarts,
): Promise<{ starts: number[]; latest: number }> {
  const last = now.getTime() + MAX_MS;
  if (from < now.getTime() || from > last) return { starts: [], latest: 0 };
  const query = { studentId, from, until: Math.min(until, last) + DAY_MS, now, moving: id };
  const coachCalendar = await loadCalendar(db, coachId, query);
  if (!coachCalendar) return { starts: [], latest: 0 };
  const noticeMinutes = byCoach
    ? getSuggestionNotice(coachCalendar.coach.noticeMinutes)
    : coachCalendar.coach.noticeMinutes;
  const calendar = { ...coachCalendar, coach: { ...coachCalendar.coach, noticeMinutes } };
  const { latest } = bookable(calendar, now);
  const end = Math.min(until, latest + 1);
  const minutes = (endsAt.getTime() - startsAt.getTime()) / MINUTE_MS;
  const starts: number[] = [];
  for (let day = Math.floor(from / DAY_MS) * DAY_MS; day < end; day += DAY_MS)
    starts.push(...freeStarts(calendar, toDay(day), now)(minutes));
  return {
    starts: starts.filter((start) => start >= from && start < end && start !== startsAt.getTime()),
    latest,
  };
}
