import { formatDate } from '@carry/remote-kit/format';

export interface DayOfTimes {
  /** Date of the local day, such as "Sun Nov 22 2026". */
  key: string;
  label: string;
  weekday: string;
  dayOfMonth: string;
  /** ISO 8601, soonest first. */
  starts: string[];
}

/** Groups start times by local day; drops invalid ones. */
export function groupByDay(starts: string[]): DayOfTimes[] {
  const days = new Map<string, DayOfTimes>();
  for (const start of starts) {
    const date = new Date(start);
    if (Number.isNaN(date.getTime())) continue;
    const key = date.toDateString();
    const day = days.get(key) ?? {
      key,
      label: formatDate(date, { weekday: 'long', day: 'numeric', month: 'long' }),
      weekday: formatDate(date, { weekday: 'short' }),
      dayOfMonth: formatDate(date, { day: 'numeric' }),
      starts: [],
    };
    day.starts.push(start);
    days.set(key, day);
  }
  return [...days.values()];
}
