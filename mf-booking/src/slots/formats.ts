const formats = new Map<string, Intl.DateTimeFormat>();

/** Returns a cached date format. Construction takes a hundred times as long as formatting. */
export function formatIn(
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  locale?: string,
): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, timeZone, options]);
  const made = formats.get(key) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options });
  formats.set(key, made);
  return made;
}

/** Returns the calendar date of an instant in a time zone, yyyy-mm-dd. Uses parts, because printed formats differ by engine. */
export function dateIn(timeZone: string, instant: number): string {
  const format = formatIn(timeZone, { year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-US');
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

export const hourIn = (timeZone: string, instant: number): number =>
  Number(
    formatIn(timeZone, { hour: '2-digit', hourCycle: 'h23' }, 'en-US')
      .formatToParts(instant)
      .find(({ type }) => type === 'hour')?.value,
  );
