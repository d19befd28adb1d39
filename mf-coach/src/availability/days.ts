import { formatDate } from '@carry/remote-kit/format';

export const DAY_MS = 24 * 3_600_000;

export const formatDay = (date: string): string =>
  formatDate(new Date(`${date}T00:00:00Z`), {
    weekday: 'short',
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  });
