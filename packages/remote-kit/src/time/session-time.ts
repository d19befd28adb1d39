import { formatDate, formatZone, isTimeZone, readWallClock } from '@carry/contracts/format';
import { browserZone } from '../browser/platform';

const HOUR_24 = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** Returns the time zone in which a booking is shown: that of its mails, or else the browser's. */
export const bookingZone = (zone: string | null | undefined): string =>
  zone && isTimeZone(zone) ? zone : browserZone();

const WEEK_MS = 7 * 24 * 3_600_000;
const WEEKS = 53;

/** Returns true if two zones show the same time all year. Browsers have different names for one zone: Asia/Calcutta, Asia/Kolkata. */
function isSameClock(one: string, other: string): boolean {
  const now = Date.now();
  return Array.from({ length: WEEKS }, (_, week) => now + week * WEEK_MS).every(
    (instant) => readWallClock(instant, one) === readWallClock(instant, other),
  );
}

/** Returns the name of a time zone, such as "America/New York", if its clock differs from the browser's; else null. */
export function nameOtherZone(zone: string): string | null {
  const deviceZone = browserZone();
  return zone === deviceZone || isSameClock(zone, deviceZone) ? null : formatZone(zone);
}

const formatIn = (zone: string, options: Intl.DateTimeFormatOptions, instant: number) =>
  formatDate(instant, { timeZone: zone, ...options });

/** Formats an instant in a zone with a 24-hour clock: "Fri 27 Nov, 15:00". */
export const formatInstant = (instant: number, zone: string): string =>
  formatIn(zone, { weekday: 'short', day: 'numeric', month: 'short', ...HOUR_24 }, instant);

/** Formats the day of a session in a zone: "Friday, 27 November 2026". */
export const formatSessionDay = (start: number, zone: string): string =>
  formatIn(zone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }, start);

/** Formats start and end of a session in a zone: "15:00 – 16:00". */
export function formatSessionHours(start: number, minutes: number, zone: string): string {
  const hour = (instant: number) => formatIn(zone, HOUR_24, instant);
  return minutes > 0 ? `${hour(start)} – ${hour(start + minutes * 60_000)}` : hour(start);
}
