import { SLOT_MINUTES } from '@carry/remote-kit/windows';
import type { DayAnswer, Start } from './api';
import { instantOf } from './days';

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

const dateOf = (instant: number) => new Date(instant).toISOString().slice(0, 10);
const timeOf = (instant: number) => new Date(instant).toISOString().slice(11, 16);

function startAt(slots: Slots, instant: number): Start | undefined {
  const day = slots[dateOf(instant)];
  return day?.state === 'ready'
    ? day.starts.find(({ time }) => time.slice(0, 5) === timeOf(instant))
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
  const lengthOf = (hours: number) => Math.min(hours * 60, day.maxPieceMinutes);
  const heldInstants = new Set(
    hold && !day.personal
      ? instantsFrom(instantOf(hold.date, hold.time), lengthOf(hold.hours))
      : [],
  );
  const minutes = lengthOf(hours);
  const hasFreeMinutes = day.starts.some(({ freeMinutes }) => freeMinutes !== undefined);

  const fits = (time: string) => {
    const instant = instantOf(date, time);
    if (
      refused.some(
        (interval) =>
          instantOf(interval.date, interval.time) === instant &&
          lengthOf(interval.hours) <= minutes,
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
    .filter((instant) => dateOf(instant) === date && !startAt(slots, instant))
    .map(timeOf);
  return [...listed, ...heldHere].sort().filter(fits);
}

export const isRendered = (day: DaySlots | undefined): boolean =>
  day?.state === 'ready' && day.rendered === true;

/** Returns whether a day's availability is complete. A late session also needs the next day's starts. */
export function isLoaded(date: string, slots: Slots): boolean {
  const next = slots[dateOf(instantOf(date, '24:00'))];
  const isReady = (day: DaySlots | undefined) => day?.state === 'ready' && !isRendered(day);
  return isReady(slots[date]) && (next === undefined || isReady(next));
}
