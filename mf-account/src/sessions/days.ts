import { dateIn, formatDate } from '@carry/remote-kit/format';

export interface DayOfTimes {
  /** Date in the zone, such as "2026-11-22". */
  key: string;
  label: string;
  weekday: string;
  dayOfMonth: string;
  /** ISO 8601, soonest first. */
  starts: string[];
}

/** Groups start times by day in a time zone; drops invalid ones. */
export function groupByDay(starts: string[], timeZone: string): DayOfTimes[] {
  const days = new Map<string, DayOfTimes>();
  for (const start of starts) {
    const date = new Date(start);
    if (Number.isNaN(date.getTime())) continue;
    const key = dateIn(timeZone, date);
    const day = days.get(key) ?? {
      key,
      label: formatDate(date, { timeZone, weekday: 'long', day: 'numeric', month: 'long' }),
      weekday: formatDate(date, { timeZone, weekday: 'short' }),
      dayOfMonth: formatDate(date, { timeZone, day: 'numeric' }),
      starts: [],
    };
    day.starts.push(start);
    days.set(key, day);
  }
  return [...days.values()];
}
