const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const count = (value: number, unit: string) => `${value} ${unit}${value === 1 ? '' : 's'}`;

/** Returns the time until a session: days and hours; under a day, hours and minutes; under an hour, minutes. */
export function countdown(start: number, now: number): string {
  const remainingMs = start - now;
  if (remainingMs <= 0) return 'Session has started or passed.';
  const days = Math.floor(remainingMs / DAY);
  const hours = Math.floor((remainingMs % DAY) / HOUR);
  const minutes = Math.floor((remainingMs % HOUR) / MINUTE);
  if (days > 0) return `Starts in ${count(days, 'day')} ${count(hours, 'hour')}`;
  return hours > 0
    ? `Starts in ${count(hours, 'hour')} ${count(minutes, 'minute')}`
    : `Starts in ${count(minutes, 'minute')}`;
}
