import { getDateFormat } from '@carry/remote-kit/format';

/** Returns the calendar date of an instant in a time zone, yyyy-mm-dd. Uses parts, because printed formats differ by engine. */
export function dateIn(timeZone: string, instant: number): string {
  const format = getDateFormat(
    { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' },
    'en-US',
  );
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  return `${parts.get('year')}-${parts.get('month')}-${parts.get('day')}`;
}

export const hourIn = (timeZone: string, instant: number): number =>
  Number(
    getDateFormat({ timeZone, hour: '2-digit', hourCycle: 'h23' }, 'en-US')
      .formatToParts(instant)
      .find(({ type }) => type === 'hour')?.value,
  );
