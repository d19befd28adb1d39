import ICAL from 'ical.js';
import type { Interval, ZonedCalendar } from './zoned-calendar';

const DAY_MS = 24 * 3_600_000;
/** Occurrences of a rule that are listed. */
const MAX_OCCURRENCES = 20_000;
/** Rules that repeat more often are not events of a person. */
const FREQUENCIES = new Set(['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);

export interface Occurrence extends Interval {
  component: ICAL.Component;
}

export interface Series {
  calendar: ZonedCalendar;
  event: ICAL.Event;
  /** Starts or whole days of the occurrences that are events of their own. */
  replaced: readonly ICAL.Time[];
  /** ms since the epoch. */
  from: number;
  until: number;
}

/** Days after which a rule with the interval 1 repeats in the same way. Only for rules that can reach the limit. */
const STEP_DAYS: Record<string, number> = { HOURLY: 1, DAILY: 1, WEEKLY: 7 };

/** Midnight of the day on the clock, read as UTC: within a day of the instant, and a tenth of the work. */
const toDay = ({ year, month, day }: ICAL.Time) => Date.UTC(year, month - 1, day);

export const hasLaterChanges = (event: ICAL.Event) => event.rangeExceptions.length > 0;

/** Returns the predicate of excluded and replaced starts. */
function findRemoved({ calendar, event, replaced }: Series): (start: ICAL.Time) => boolean {
  const excluded = event.component
    .getAllProperties('exdate')
    .flatMap((property) => property.getValues() as ICAL.Time[]);
  const removed = [...excluded, ...replaced];
  const days = new Set(removed.filter((time) => time.isDate).map(toDay));
  const instants = new Set(
    removed.filter((time) => !time.isDate).map((time) => calendar.toInstant(time)),
  );
  return (start) => days.has(toDay(start)) || instants.has(calendar.toInstant(start));
}

function toOccurrence({ calendar }: Series, item: ICAL.Event, start: ICAL.Time): Occurrence {
  const { component } = item;
  return { start: calendar.toInstant(start), end: calendar.getEnd(item, start), component };
}

function describe(series: Series, start: ICAL.Time): Occurrence {
  const details = series.event.getOccurrenceDetails(start);
  return toOccurrence(series, details.item, details.startDate);
}

/** Returns the start of a rule's iterator: the event's, or without a count, a later one shortly before the window. */
function getIteratorStart(rule: ICAL.Recur, start: ICAL.Time, earliest: number): ICAL.Time {
  const days = (STEP_DAYS[rule.freq] ?? 0) * rule.interval;
  if (rule.count || days === 0) return start;
  // One step earlier: the iterator returns its start even if the rule does not match it.
  const steps = Math.floor((earliest - toDay(start)) / (days * DAY_MS)) - 1;
  if (steps <= 0) return start;
  const date = new Date(toDay(start) + steps * days * DAY_MS);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const { hour, minute, second, isDate } = start;
  return new ICAL.Time({ year, month, day, hour, minute, second, isDate }, start.zone);
}

function* repeat(
  series: Series,
  rule: ICAL.Recur,
  isRemoved: (start: ICAL.Time) => boolean,
): Generator<Occurrence | null> {
  const { calendar, event, from, until } = series;
  if (!FREQUENCIES.has(rule.freq)) {
    yield describe(series, event.startDate);
    throw new Error(`unsupported frequency ${rule.freq}`);
  }
  const first = toOccurrence(series, event, event.startDate);
  const isLate = hasLaterChanges(event);
  const earliest = isLate
    ? Number.NEGATIVE_INFINITY
    : from - (first.end - first.start) - 2 * DAY_MS;
  if (rule.until && calendar.toInstant(rule.until) < earliest) return;
  const starts = rule.iterator(getIteratorStart(rule, event.startDate, earliest));
  for (let count = 0; count < MAX_OCCURRENCES; count++) {
    const next = starts.next();
    if (!next || toDay(next) > until + DAY_MS) return;
    const isOutside = toDay(next) < earliest || isRemoved(next);
    yield isOutside ? null : describe(series, next.clone());
  }
  throw new Error('too many occurrences');
}

/** Lists the occurrences that may be in the window; null for another one, so that work can be interrupted. Throws for an unreadable event. */
export function* listOccurrences(series: Series): Generator<Occurrence | null> {
  const { calendar, event } = series;
  const { component } = event;
  if (event.isRecurrenceException()) return yield toOccurrence(series, event, event.startDate);
  const isRemoved = findRemoved(series);
  const rules = component
    .getAllProperties('rrule')
    .map((property) => property.getFirstValue() as ICAL.Recur);
  const dates = component
    .getAllProperties('rdate')
    .flatMap((property) => property.getValues() as (ICAL.Time | ICAL.Period)[]);
  // The first date of a rule is among its own.
  for (const date of rules.length > 0 ? dates : [event.startDate, ...dates]) {
    const period = date instanceof ICAL.Period ? date : null;
    const start = date instanceof ICAL.Period ? date.start : date;
    if (isRemoved(start)) continue;
    yield period ? { ...calendar.toInterval(period), component } : describe(series, start);
  }
  for (const rule of rules) yield* repeat(series, rule, isRemoved);
}
