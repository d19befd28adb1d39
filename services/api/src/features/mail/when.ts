import { getDateFormat } from '@carry/contracts/format';

/** Local date and time, such as "Thursday 26 November 2026, 15:00 (Europe/Berlin, GMT+1)". */
export function when(moment: Date, zone: string | null): string {
  const timeZone = zone ?? 'UTC';
  const inZone = (options: Intl.DateTimeFormatOptions) =>
    getDateFormat({ timeZone, ...options }, 'en-GB');
  const day = inZone({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
  const time = inZone({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const offset = inZone({ timeZoneName: 'shortOffset' })
    .formatToParts(moment)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const label = offset === timeZone || timeZone === 'UTC' ? 'UTC' : `${timeZone}, ${offset}`;
  return `${day.format(moment).replace(',', '')}, ${time.format(moment)} (${label})`;
}
