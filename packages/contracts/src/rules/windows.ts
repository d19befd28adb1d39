import { MAX_WINDOWS } from './limits';

/** Part of a day, as HH:MM; the end may be 24:00. */
export interface ClockWindow {
  start: string;
  end: string;
}

/** Sessions start this many minutes apart, from the start of a window. */
export const SLOT_MINUTES = 60;

/** Minutes since midnight of HH:MM. */
export const minuteOf = (clock: string): number =>
  Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));

/** HH:MM of minutes since midnight. */
export const clockOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

export function windowsProblem(windows: readonly ClockWindow[]): string | null {
  if (windows.length > MAX_WINDOWS) return `A day has at most ${MAX_WINDOWS} stretches of hours.`;
  const sorted = windows
    .map(({ start, end }) => ({ start: minuteOf(start), end: minuteOf(end) }))
    .sort((a, b) => a.start - b.start);
  if (sorted.some(({ start, end }) => end <= start)) return 'An end must be after its start.';
  return sorted.some(({ start }, index) => start < (sorted[index - 1]?.end ?? 0))
    ? 'Hours must not overlap.'
    : null;
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
