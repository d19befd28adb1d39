import { type DayAnswer, SLOT_MINUTES, type Start } from './api';
import { instantOf } from './days';

const MINUTE_MS = 60_000;
const SLOT_MS = SLOT_MINUTES * MINUTE_MS;

export type DaySlots =
  | { state: 'loading' }
  | { state: 'failed' }
  | ({ state: 'ready' } & DayAnswer);
export type Slots = Record<string, DaySlots>;

/** A time of a day, and for how many hours it was ordered. */
export interface Interval {
  date: string;
  time: string;
  hours: number;
}

export interface SlotRequest {
  hours: number;
  /** What the student holds already: free for themselves. */
  own: Interval | null;
  /** What the server has refused although it offers it. */
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

/**
 * The starts of a day at which the wished hours fit. A server that sends no `room_minutes` decides alone: all its starts are offered,
 * but for those it has refused.
 */
export function offeredTimes(
  date: string,
  slots: Slots,
  { hours, own, refused }: SlotRequest,
): string[] {
  const day = slots[date];
  if (day?.state !== 'ready') return [];
  const lengthOf = (hours: number) => Math.min(hours * 60, day.maxPieceMinutes);
  const held = new Set(
    own && !day.personal ? instantsFrom(instantOf(own.date, own.time), lengthOf(own.hours)) : [],
  );
  const wanted = lengthOf(hours);
  const saysRoom = day.starts.some(({ roomMinutes }) => roomMinutes !== undefined);

  const hasRoom = (time: string) => {
    const instant = instantOf(date, time);
    if (
      refused.some(
        (piece) => instantOf(piece.date, piece.time) === instant && lengthOf(piece.hours) <= wanted,
      )
    )
      return false;
    const needed = instantsFrom(instant, wanted);
    const start = startAt(slots, instant);
    if (start && !saysRoom) return true; // only the server knows whether it fits
    const room = start?.roomMinutes;
    if (room !== undefined && room >= wanted) return true;
    if (room !== undefined && !needed.some((part) => held.has(part))) return false;
    return needed.every((part) => held.has(part) || startAt(slots, part));
  };

  const listed = day.starts.map(({ time }) => time);
  const heldHere = [...held]
    .filter((instant) => dateOf(instant) === date && !startAt(slots, instant))
    .map(timeOf);
  return [...listed, ...heldHere].sort().filter(hasRoom);
}

/** Whether it is known what a day offers: the evening of one day may need the morning of the next. */
export function isKnown(date: string, slots: Slots): boolean {
  const next = slots[dateOf(instantOf(date, '24:00'))];
  return slots[date]?.state === 'ready' && (next === undefined || next.state === 'ready');
}
