import { dateIn, formatDate } from '@carry/contracts/format';
import type { DayOfTimes } from '@carry/ui';
import { unbroken } from '../time/time';

/** `h12`: "3:00 PM", as on the booking page. `h23`: "15:00", as on a coach's pages. */
export type HourCycle = 'h12' | 'h23';

interface Clock {
  timeZone: string;
  hourCycle: HourCycle;
}

const getTimeFormat = ({ timeZone, hourCycle }: Clock) =>
  ({
    timeZone,
    hourCycle,
    hour: hourCycle === 'h12' ? 'numeric' : '2-digit',
    minute: '2-digit',
  }) as const;

/** Formats a start on a clock: "Sat, Dec 5, 3:00 PM". */
export const formatStart = (start: string, clock: Clock): string =>
  unbroken(
    formatDate(Date.parse(start), {
      ...getTimeFormat(clock),
      weekday: 'short',
      day: 'numeric',
      month: 'short',
    }),
  );

/** Groups start times (ISO 8601) by day in a time zone; drops invalid ones. */
export function groupByDay(starts: readonly string[], clock: Clock): DayOfTimes[] {
  const { timeZone } = clock;
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
      times: [],
    };
    day.times.push({ start, label: formatDate(date, getTimeFormat(clock)) });
    days.set(key, day);
  }
  return [...days.values()];
}
