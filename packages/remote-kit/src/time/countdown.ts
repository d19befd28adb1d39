const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const count = (value: number, unit: string) => `${value} ${unit}${value === 1 ? '' : 's'}`;

/** Returns the time until a session: days and hours; under a day, hours and minutes; under an hour, minutes. */
export function countdown(start: number, now: number): string {
  const left = start - now;
  if (left <= 0) return 'Session has started or passed.';
  const days = Math.floor(left / DAY);
  const hours = Math.floor((left % DAY) / HOUR);
  const minutes = Math.floor((left % HOUR) / MINUTE);
  if (days > 0) return `Starts in ${count(days, 'day')} ${count(hours, 'hour')}`;
  return hours > 0
    ? `Starts in ${count(hours, 'hour')} ${count(minutes, 'minute')}`
    : `Starts in ${count(minutes, 'minute')}`;
}
