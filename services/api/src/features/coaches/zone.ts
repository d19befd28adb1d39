import { dateIn, isTimeZone, readWallClock } from '@carry/contracts/format';
import { LRUCache } from 'lru-cache';

const MINUTE_MS = 60_000;
const HOUR = 60;

export const parseTimeZone = (zone: string | undefined): string | null =>
  zone && isTimeZone(zone) ? zone : null;

const QUARTER_MS = 15 * MINUTE_MS;
const MAX_OFFSETS = 20_000;
/** Cached per zone and quarter of an hour: no zone changes within one, and a lookup is a hundred times slower. */
const offsets = new LRUCache<string, number>({ max: MAX_OFFSETS });

/** Wall clock of a zone at an instant, read as UTC (ms since the epoch). */
function wallClock(instant: number, zone: string): number {
  const quarter = Math.floor(instant / QUARTER_MS) * QUARTER_MS;
  const key = `${zone} ${quarter}`;
  const cachedOffset = offsets.get(key);
  if (cachedOffset !== undefined) return instant + cachedOffset;
  const offset = readWallClock(quarter, zone) - quarter;
  offsets.set(key, offset);
  return instant + offset;
}

/** Instant (ms since the epoch) of a wall-clock time in a zone. Null if DST skips it, the first one if it repeats. */
export function findInstant(day: string, minute: number, zone: string): number | null {
  const wallTime = Date.parse(`${day}T00:00:00Z`) + minute * MINUTE_MS;
  const instants = [wallTime - 24 * 3_600_000, wallTime + 24 * 3_600_000]
    .map((around) => wallClock(around, zone) - around)
    .map((offset) => wallTime - offset)
    .filter((instant) => wallClock(instant, zone) === wallTime);
  return instants.length > 0 ? Math.min(...instants) : null;
}

/** Returns the first instant of a day; daylight saving skips midnight in some zones. */
export function findStartOfDay(day: string, zone: string): Date {
  const instant = findInstant(day, 0, zone) ?? findInstant(day, HOUR, zone);
  if (instant === null) throw new Error(`${day} has no beginning in ${zone}`);
  return new Date(instant);
}

export const monthStart = (instant: Date, zone: string): Date =>
  findStartOfDay(`${dateIn(zone, instant).slice(0, 'yyyy-mm'.length)}-01`, zone);
