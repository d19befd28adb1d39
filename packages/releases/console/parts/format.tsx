import { formatCount, formatDate } from '@carry/contracts/format';
import type { FreezeWindow } from '@carry/contracts/site';

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

const units = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
] as const;

function formatAge(instant: string, now = Date.now()): string {
  const seconds = (Date.parse(instant) - now) / 1000;
  for (const [unit, length] of units)
    if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
  return seconds > 0 ? 'in less than a minute' : 'just now';
}

export const formatTime = (instant: string) =>
  formatDate(Date.parse(instant), { dateStyle: 'medium', timeStyle: 'short' });

export const describeFreeze = ({ until, why }: FreezeWindow) =>
  `until ${formatTime(until)}${why ? ` (${why})` : ''}`;

export const formatPlural = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

export const Age = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatTime(at)}>
    {formatAge(at)}
  </time>
);
