import { BOOKABLE_DAYS } from '@carry/remote-kit';
import type { SelectedSlot } from '@carry/remote-kit/api';
import { dateIn, formatDate, formatZone, getDateFormat } from '@carry/remote-kit/format';

export const WINDOW_DAYS = BOOKABLE_DAYS;

export interface Day {
  /** Local date, yyyy-mm-dd. */
  date: string;
  label: string;
  /** Set before the time zone is known: the shell hides days that are not the visitor's. `edge`: only some zones have it. */
  zoneless?: 'likely' | 'edge';
}

const PAGE_LANGUAGE = 'en-US';
const pad = (value: number) => String(value).padStart(2, '0');
const dayFormat = { weekday: 'short', day: 'numeric', month: 'short' } as const;
const timeFormat = { hour: 'numeric', minute: '2-digit', hourCycle: 'h12' } as const;
const toNoon = (date: string) => Date.parse(`${date}T12:00:00Z`);

const getLabel = (date: string, locale?: string) =>
  getDateFormat({ timeZone: 'UTC', ...dayFormat }, locale).format(toNoon(date));

/** Returns the days of the server's HTML, in the page's language. */
export const zonelessDays = (dates: string[]): Day[] =>
  dates.map((date, index) => ({
    date,
    label: getLabel(date, PAGE_LANGUAGE),
    zoneless: index === 0 || index === dates.length - 1 ? 'edge' : 'likely',
  }));

export function bookableDays(now: Date, locale?: string): Day[] {
  return Array.from({ length: WINDOW_DAYS }, (_, index) => {
    const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + index + 1, 12);
    const date = `${day.getFullYear()}-${pad(day.getMonth() + 1)}-${pad(day.getDate())}`;
    return { date, label: getLabel(date, locale) };
  });
}

/** Returns the instant of a slot, ms since the epoch. The API's date and start are UTC. */
export const toInstant = (date: string, start: string) =>
  Date.parse(`${date}T${start.slice(0, 5)}:00Z`);

/** In the page's language, so that the browser's locale does not change the server's HTML. */
export const leaf = (part: 'weekday' | 'day', { date }: Day) =>
  getDateFormat(
    { timeZone: 'UTC', [part]: part === 'day' ? 'numeric' : 'short' },
    PAGE_LANGUAGE,
  ).format(toNoon(date));

/** Formats a slot in a time zone: 12-hour time, plus the weekday if it differs from the listed day. */
export function describeSlot(
  { date, label, time }: Pick<SelectedSlot, 'date' | 'label' | 'time'>,
  zone: string,
  locale?: string,
): SelectedSlot {
  const instant = toInstant(date, time);
  const clock = formatTime(instant, zone, locale);
  const weekday = getDateFormat({ timeZone: zone, weekday: 'short' }, locale);
  const sameDay = dateIn(zone, instant) === date;
  return {
    date,
    time,
    displayTime: sameDay ? clock : `${clock} ${weekday.format(instant)}`,
    label,
  };
}

/** Formats the time of day in a time zone: "12:00 AM". */
export const formatTime = (instant: number, zone: string, locale?: string): string =>
  formatDate(instant, { timeZone: zone, ...timeFormat }, locale);

/** Formats a time with its day in a time zone: "Sun, Nov 29, 12:00 AM". */
export const formatMoment = (instant: number, zone: string, locale?: string): string =>
  `${getDateFormat({ timeZone: zone, ...dayFormat }, locale).format(instant)}, ${formatTime(instant, zone, locale)}`;

export const formatChosen = (
  { date, time }: Pick<SelectedSlot, 'date' | 'time'>,
  zone: string,
  locale?: string,
): string => formatMoment(toInstant(date, time), zone, locale);

/** Formats a time zone with its offset: "America/New York (GMT-05:00)". */
export function zoneName(now: number, zone: string): string {
  const parts = getDateFormat({ timeZone: zone, timeZoneName: 'longOffset' }, 'en').formatToParts(
    now,
  );
  return `${formatZone(zone)} (${parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'UTC'})`;
}
