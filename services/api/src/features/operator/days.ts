import { Problem } from '../../core/errors/problem';
import { parseTimeZone } from '../coaches/zone';

const DAY_MS = 24 * 3_600_000;

export function requireZone(zone: string): void {
  if (!parseTimeZone(zone)) throw new Problem(400, 'Zone: is not a time zone');
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

export function getMonday(day: string): string {
  const sinceMonday = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
  return addDays(day, -sinceMonday);
}
