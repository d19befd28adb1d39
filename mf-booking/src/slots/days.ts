import type { SelectedSlot } from 'contracts/api';

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
const dayFormat = (locale: string | undefined) => new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short' });

/** The seven local days from tomorrow on. */
export function bookableDays(now: Date, locale?: string): Day[] {
  return Array.from({ length: WINDOW_DAYS }, (_, index) => {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + index + 1, 12);
    const date = `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
    return { date, label: dayFormat(locale).format(day) };
  });
}

/** The instant of a slot: its date and raw start read together as UTC. */
const slotInstant = (date: string, start: string) => new Date(`${date}T${start.slice(0, 5)}:00Z`);

/** A slot as the visitor reads it: local 12-hour time, with the day when it is not the day it is listed under. */
export function describeSlot({ date, label }: Day, start: string, locale?: string): SelectedSlot {
  const instant = slotInstant(date, start);
  const time = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' }).format(instant);
  const listedDay = new Date(`${date}T12:00:00`).toDateString();
  const displayTime =
    instant.toDateString() === listedDay ? time : `${time} ${new Intl.DateTimeFormat(locale, { weekday: 'short' }).format(instant)}`;
  return { date, time: start, displayTime, label };
}

/** The browser's time zone with its offset, such as "Europe/Berlin (GMT+01:00)". */
export function zoneName(now: Date): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const parts = new Intl.DateTimeFormat('en', { timeZoneName: 'longOffset' }).formatToParts(now);
  return `${zone} (${parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'})`;
}
