import { MAX_WINDOWS } from './limits';

/** Part of a day, as HH:MM; the end may be 24:00. */
export interface ClockWindow {
  start: string;
  end: string;
}

/** Sessions start this many minutes apart, from the start of a window. */
export const SLOT_MINUTES = 60;

/** Days that a visitor chooses from, beginning with tomorrow. */
export const BOOKABLE_DAYS = 7;

const DAY_MINUTES = 24 * 60;

/** Longest notice that leaves students a time, in minutes. */
export const MAX_BOOKABLE_NOTICE = (BOOKABLE_DAYS + 1) * DAY_MINUTES - 1;

/** Minutes since midnight of HH:MM. */
export const minuteOf = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** HH:MM of minutes since midnight. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

/** Reads the end of a window: time inputs have no 24:00, so 00:00 is midnight. */
export const parseEnd = (clock: string): string => (clock === '00:00' ? '24:00' : clock);

/** Reads the end of a typed window. 00:00-00:00 stays as it is, because it may mean a whole day or none. */
export const parseWindow = ({ start, end }: ClockWindow): ClockWindow => ({
  start,
  end: start === '00:00' ? end : parseEnd(end),
});

export function windowsProblem(windows: readonly ClockWindow[]): string | null {
  if (windows.length > MAX_WINDOWS) return `A day has at most ${MAX_WINDOWS} stretches of hours.`;
  const sorted = windows
    .map(({ start, end }) => ({ start: minuteOf(start), end: minuteOf(end) }))
    .sort((a, b) => a.start - b.start);
  if (sorted.some(({ end }) => end === 0)) return 'For a whole day, end at 24:00.';
  if (sorted.some(({ start, end }) => end <= start))
    return 'An end must be after its start. For hours past midnight, end at 00:00 and add the rest to the next day.';
  return sorted.some(({ start }, index) => start < (sorted[index - 1]?.end ?? 0))
    ? 'Hours must not overlap.'
    : null;
}

/** Returns an error if students never see a start this long after the booking, or null. */
export function noticeProblem(rules: {
  notice_minutes: number;
  days_ahead: number;
}): string | null {
  // the last day that a visitor chooses from ends up to a day later
  const longest = Math.min(rules.days_ahead * DAY_MINUTES - 1, MAX_BOOKABLE_NOTICE);
  if (rules.notice_minutes <= longest) return null;
  const days = Math.min(rules.days_ahead, BOOKABLE_DAYS);
  return `Students can book up to ${days} ${days === 1 ? 'day' : 'days'} ahead, so please choose a shorter notice.`;
}

export const NO_ROOM = `Sessions take ${SLOT_MINUTES} minutes, so please make at least one stretch of hours that long.`;

interface Hours {
  weekly: readonly (readonly ClockWindow[])[];
  special: readonly { windows: readonly ClockWindow[] }[];
}

/** True if the week has hours, but no session fits into them or into special days. Hours at midnight may continue on another day. */
export const areAllTooShort = ({ weekly, special }: Hours): boolean =>
  weekly.some((windows) => windows.length > 0) &&
  ![...weekly, ...special.map(({ windows }) => windows)].some(hasRoom);

function hasRoom(windows: readonly ClockWindow[]): boolean {
  let [start, end] = [-1, -1];
  return windows
    .map((window) => ({ start: minuteOf(window.start), end: minuteOf(window.end) }))
    .sort((a, b) => a.start - b.start)
    .some((window) => {
      if (window.start !== end) start = window.start;
      end = window.end;
      return start === 0 || end === DAY_MINUTES || end - start >= SLOT_MINUTES;
    });
}

/** Joins adjoining parts of a day unless that moves a start: 18:30–20:00 and 20:00–22:00 would offer 20:30, not 21:00. They must not overlap. */
export function joinWindows(windows: readonly ClockWindow[]): ClockWindow[] {
  const joined: ClockWindow[] = [];
  for (const window of [...windows].sort((a, b) => minuteOf(a.start) - minuteOf(b.start))) {
    const last = joined.at(-1);
    const minutes = last && minuteOf(window.start) - minuteOf(last.start);
    if (last?.end === window.start && minutes && minutes % SLOT_MINUTES === 0)
      last.end = window.end;
    else joined.push({ ...window });
  }
  return joined;
}
