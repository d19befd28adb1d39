import { isTimeZone } from '@carry/remote-kit/format';
import { MAX_DAYS_AHEAD, MAX_SPECIAL_DAYS } from '@carry/remote-kit/limits';
import type { Availability } from '@carry/remote-kit/own-answers';
import { areAllTooShort, NO_ROOM, noticeProblem, windowsProblem } from '@carry/remote-kit/windows';

export type AvailabilityField =
  | 'zone'
  | `weekly-${number}`
  | `special-${string}`
  | 'buffer'
  | 'notice'
  | 'ahead';
export const TOO_MANY_DAYS = `You can set special hours for up to ${MAX_SPECIAL_DAYS} days.`;

type Problems = Partial<Record<AvailabilityField, string>>;

const WEEK = [1, 2, 3, 4, 5, 6, 0];

/** Returns the first day of the week with hours if no session fits into any, or undefined. */
const findTooShort = (hours: Availability) =>
  areAllTooShort(hours) ? WEEK.find((weekday) => hours.weekly[weekday]?.length) : undefined;

/** Returns validation errors in page order, or null. */
export function availabilityProblems(
  hours: Availability,
  labels: { weekday(day: number): string; date(date: string): string },
): Problems | null {
  const problems: Problems = {};
  if (!isTimeZone(hours.time_zone)) problems.zone = 'Choose a time zone from the list.';
  const tooShort = findTooShort(hours);
  if (tooShort !== undefined) problems[`weekly-${tooShort}`] = NO_ROOM;
  for (const day of WEEK) {
    const problem = windowsProblem(hours.weekly[day] ?? []);
    if (problem) problems[`weekly-${day}`] = `${labels.weekday(day)}: ${problem}`;
  }
  for (const { date, windows } of hours.special) {
    const problem = windowsProblem(windows);
    if (problem) problems[`special-${date}`] = `${labels.date(date)}: ${problem}`;
  }
  const { days_ahead: ahead } = hours;
  const isValid = Number.isInteger(ahead) && ahead >= 1 && ahead <= MAX_DAYS_AHEAD;
  const notice = isValid && noticeProblem(hours);
  if (notice) problems.notice = notice;
  if (!isValid) problems.ahead = `You can offer times 1 to ${MAX_DAYS_AHEAD} days ahead.`;
  const last = hours.special.at(MAX_SPECIAL_DAYS);
  if (last) problems[`special-${last.date}`] = TOO_MANY_DAYS;
  return Object.keys(problems).length > 0 ? problems : null;
}
