import type { SelectedSlot } from '@carry/remote-kit/api';
import { dateIn, formatIn } from './formats';

/** The window that can be booked: this many local days, starting tomorrow. */
export const WINDOW_DAYS = 7;

/** A local calendar day of the slot picker. */
export interface Day {
  /** yyyy-mm-dd of the local calendar. */
  date: string;
  /** Weekday and day/month. */
  label: string;
}

const pad = (value: number) => String(value).padStart(2, '0');
const dayFormat = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const noonOf = (date: string) => Date.parse(`${date}T12:00:00Z`);

/** The seven local days from tomorrow on. */
export function bookableDays(now: Date, locale?: string): Day[] {
  return Array.from({ length: WINDOW_DAYS }, (_, index) => {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + index + 1, 12);
    const date = `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
    return { date, label: formatIn('UTC', dayFormat, locale).format(noonOf(date)) };
  });
}

/** The instant of a slot, ms since the epoch: its date and raw start read together as UTC. */
export const instantOf = (date: string, start: string) =>
  Date.parse(`${date}T${start.slice(0, 5)}:00Z`);

/** The weekday or the number of a day, as on a leaf of a calendar. */
export const leaf = (part: 'weekday' | 'day', { date }: Day) =>
  formatIn('UTC', { [part]: part === 'day' ? 'numeric' : 'short' }).format(noonOf(date));

/** A slot as the visitor reads it in a time zone: 12-hour time, with the day when it is not the day it is listed under. */
export function describeSlot(
  { date, label }: Day,
  start: string,
  zone: string,
  locale?: string,
): SelectedSlot {
  const instant = instantOf(date, start);
  const inZone = (options: Intl.DateTimeFormatOptions) =>
    formatIn(zone, options, locale).format(instant);
  const time = inZone({ hour: 'numeric', minute: '2-digit', hourCycle: 'h12' });
  const sameDay = dateIn(zone, instant) === date;
  return {
    date,
    time: start,
    displayTime: sameDay ? time : `${time} ${inZone({ weekday: 'short' })}`,
    label,
  };
}

/** A time zone with its offset, such as "Europe/Berlin (GMT+01:00)". */
export function zoneName(now: number, zone: string): string {
  const parts = formatIn(zone, { timeZoneName: 'longOffset' }, 'en').formatToParts(now);
  return `${zone} (${parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'})`;
}
