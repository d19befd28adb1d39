const MAX_FORMATS = 200;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a date format. One with a `timeZone` is cached: construction takes 100 times as long as formatting. Without one, the device's zone can change. */
export function getDateFormat(
  options: Intl.DateTimeFormatOptions,
  locale?: string,
): Intl.DateTimeFormat {
  if (options.timeZone === undefined) return new Intl.DateTimeFormat(locale, options);
  const key = JSON.stringify([locale, options]);
  const cached = formats.get(key);
  if (cached) return cached;
  const format = new Intl.DateTimeFormat(locale, options);
  if (formats.size >= MAX_FORMATS) formats.clear();
  formats.set(key, format);
  return format;
}

const MINUTE_MS = 60_000;
/** Longer than a zone sets its clocks back. */
const MAX_SHIFT_MS = 3 * 60 * MINUTE_MS;
const DAY = { year: 'numeric', month: 'numeric', day: 'numeric' } as const;
const CLOCK = { ...DAY, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' } as const;

/** Returns the wall clock of a zone at an instant, to the minute, as if it were UTC (ms since the epoch). */
export function readWallClock(instant: number, timeZone: string): number {
  const parts = getDateFormat({ timeZone, ...CLOCK }, 'en-US').formatToParts(instant);
  const read = (part: string) => Number(parts.find(({ type }) => type === part)?.value);
  return Date.UTC(read('year'), read('month') - 1, read('day'), read('hour'), read('minute'));
}

/** Returns true if the wall clock shows the same time again, before or after it is set back. Without a zone, that of this device. */
function isRepeated(instant: number, timeZone: string | undefined): boolean {
  const getOffset = (moment: number) =>
    timeZone === undefined
      ? -MINUTE_MS * new Date(moment).getTimezoneOffset()
      : readWallClock(moment, timeZone) - moment;
  const shift = getOffset(instant - MAX_SHIFT_MS) - getOffset(instant + MAX_SHIFT_MS);
  if (shift <= 0) return false;
  const offset = getOffset(instant);
  return (
    getOffset(instant - shift) - offset === shift || offset - getOffset(instant + shift) === shift
  );
}

/** Formats a date or a time, by default in the language and the zone of this device. A time that occurs twice when clocks are set back has the zone's name: "1:00 AM EDT". */
export function formatDate(
  moment: Date | number,
  options: Intl.DateTimeFormatOptions,
  locale?: string,
): string {
  const text = getDateFormat(options, locale).format(moment);
  const { timeZone, hour, timeStyle } = options;
  if (!(hour || timeStyle) || !isRepeated(Number(moment), timeZone)) return text;
  const parts = getDateFormat({ timeZone, timeZoneName: 'short' }, locale).formatToParts(moment);
  return `${text} ${parts.find(({ type }) => type === 'timeZoneName')?.value}`;
}

/** Returns the calendar date of an instant in a time zone, yyyy-mm-dd. Uses parts, because printed formats differ by engine. */
export function dateIn(timeZone: string, instant: Date | number): string {
  const format = getDateFormat(
    { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
    'en-US',
  );
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

/** Formats the local time of day: 17:05. */
export const formatClock = (moment: Date | number): string =>
  formatDate(moment, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

/** Formats a size: 640 B, 12.4 KB, 3.2 MB. */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${kilobytes.toFixed(1)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

/** Formats the name of an IANA time zone: "America/New York". */
export const formatZone = (zone: string): string => zone.replaceAll('_', ' ');

export function isTimeZone(name: string): boolean {
  try {
    return name !== '' && new Intl.DateTimeFormat(undefined, { timeZone: name }) !== null;
  } catch {
    return false;
  }
}

/** Formats a whole number with thousands separators: 1,234. */
export const formatCount = (count: number): string =>
  String(count).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** Largest number that the API counts to. It stands for this many or more. */
export const MAX_COUNTED = 1000;

/** Largest number of unread messages. A list counts them for each of its bookings. */
export const MAX_UNREAD = 100;

/** Formats a number that the API counted up to `max`: 12, or 999+. */
export const formatCounted = (count: number, max = MAX_COUNTED): string =>
  count < max ? String(count) : `${max - 1}+`;

/** Formats US dollars without `Intl`, which takes 40 ms to set up on a slow phone: $1,234.50. */
export const formatDollars = (amount: number): string =>
  `${amount < 0 ? '-' : ''}$${Math.abs(amount)
    .toFixed(2)
    .replaceAll(/\B(?=(\d{3})+\.)/g, ',')}`;

/** Formats a price without trailing zero cents: $25, $12.50. */
export const formatPrice = (amount: number): string => formatDollars(amount).replace('.00', '');

/** Formats an amount in the smallest unit of a currency. */
export function formatCurrency(units: number, currency: string): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  return format.format(units / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** Possible begin of a formula: the start of a cell, or what another separator makes one. Excel splits at semicolons, also within quotes. */
const FORMULA = /(^|[;\t\r\n])(?=[" ]*[=+\-@＝＋－＠])/g;
const NUMBER = /^-?\d+(\.\d+)?$/;

function printCell(value: string | number): string {
  const text = String(value);
  const inert = NUMBER.test(text) ? text : text.replaceAll(FORMULA, "$1'");
  return /[",;\t\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Prints rows as CSV (RFC 4180). Apostrophes keep spreadsheets from running text as a formula. */
export const printTable = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((cells) => `${cells.map(printCell).join(',')}\r\n`).join('');
