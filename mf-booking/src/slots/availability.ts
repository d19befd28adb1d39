import { SLOT_MINUTES } from '@carry/remote-kit/windows';
import type { DayAnswer, Start } from './api';
import { toInstant } from './days';

const MINUTE_MS = 60_000;
const SLOT_MS = SLOT_MINUTES * MINUTE_MS;

export type DaySlots =
  | { state: 'loading' }
  | { state: 'failed' }
  /** `rendered`: from the server's HTML, so without this student's own times and up to a minute old. */
  | ({ state: 'ready'; rendered?: boolean } & DayAnswer);
export type Slots = Record<string, DaySlots>;

export interface Interval {
  date: string;
  time: string;
  hours: number;
}

export interface SlotRequest {
  hours: number;
  hold: Interval | null;
  /** Times that the server listed but rejected. */
  refused: Interval[];
}

const getDate = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const getTime = (instant: number) => new Date(instant).toISOString().slice(11, 16);

function startAt(slots: Slots, instant: number): Start | undefined {
  const day = slots[getDate(instant)];
  return day?.state === 'ready'
    ? day.starts.find(({ time }) => time.slice(0, 5) === getTime(instant))
    : undefined;
}

const instantsFrom = (first: number, minutes: number) =>
  Array.from({ length: Math.ceil(minutes / SLOT_MINUTES) }, (_, index) => first + index * SLOT_MS);

/** Returns the starts at which the requested hours fit; without `room_minutes`, all but the refused ones, because the server decides. */
export function offeredTimes(
  date: string,
  slots: Slots,
  { hours, hold, refused }: SlotRequest,
): string[] {
  const day = slots[date];
  if (day?.state !== 'ready') return [];
  const measureLength = (hours: number) => Math.min(hours * 60, day.maxPieceMinutes);
  const heldInstants = new Set(
    hold && !day.personal
      ? instantsFrom(toInstant(hold.date, hold.time), measureLength(hold.hours))
      : [],
  );
  const minutes = measureLength(hours);
  const hasFreeMinutes = day.starts.some(({ freeMinutes }) => freeMinutes !== undefined);

  const fits = (time: string) => {
    const instant = toInstant(date, time);
    if (
      refused.some(
        (interval) =>
          toInstant(interval.date, interval.time) === instant &&
          measureLength(interval.hours) <= minutes,
      )
    )
      return false;
    const needed = instantsFrom(instant, minutes);
    const start = startAt(slots, instant);
    if (start && !hasFreeMinutes) return true; // Only the server can check the length.
    const free = start?.freeMinutes;
    if (free !== undefined && free >= minutes) return true;
    if (free !== undefined && !needed.some((part) => heldInstants.has(part))) return false;
    return needed.every((part) => heldInstants.has(part) || startAt(slots, part));
  };

  const listed = day.starts.map(({ time }) => time);
  const heldHere = [...heldInstants]
    .filter((instant) => getDate(instant) === date && !startAt(slots, instant))
    .map(getTime);
  return [...listed, ...heldHere].sort().filter(fits);
}

export const isRendered = (day: DaySlots | undefined): boolean =>
  day?.state === 'ready' && day.rendered === true;

/** Returns whether a day's availability is complete. A late session also needs the next day's starts. */
export function isLoaded(date: string, slots: Slots): boolean {
  const next = slots[getDate(toInstant(date, '24:00'))];
  const isReady = (day: DaySlots | undefined) => day?.state === 'ready' && !isRendered(day);
  return isReady(slots[date]) && (next === undefined || isReady(next));
}
