import vm from 'node:vm';
import { isTimeZone } from '@carry/contracts/format';
import ICAL from 'ical.js';
import { instantOf } from '../coaches/zone';

export interface BusyTime {
  startsAt: Date;
  endsAt: Date;
}

export interface CalendarWindow {
  from: Date;
  until: Date;
  /** Zone of times without one. */
  timeZone: string;
  /** Host of the site: its own sessions are not busy twice. */
  ownHost: string;
}

/** The file cannot be used; the message is for the coach. */
export class CalendarRefused extends Error {}

const DAY_MINUTES = 24 * 60;
const DAY_MS = DAY_MINUTES * 60_000;
const MAX_TIMES = 2000;
/** Occurrences of a repeating event since its first one. */
const MAX_OCCURRENCES = 20_000;
const PARSE_MS = 1500;
/** Rules that repeat more often than daily are not events of a person. */
const COARSE = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);

/** IANA zone of a time that the file names but does not mean as UTC; null: the file defines it. */
function chooseZone({ zone, isDate }: ICAL.Time, name: string | undefined, fallback: string) {
  if (isDate) return fallback;
  if (zone === ICAL.Timezone.utcTimezone) return null;
  if (name && isTimeZone(name)) return name;
  return zone && zone !== ICAL.Timezone.localTimezone ? null : fallback;
}

/** Converts a time to an instant: by its IANA zone, or the zone that the file defines, or the coach's. */
function toInstant(time: ICAL.Time, zoneName: string | undefined, fallback: string): number {
  const zone = chooseZone(time, zoneName, fallback);
  if (zone === null) return time.toUnixTime() * 1000;
  const { year, month, day, hour, minute, isDate } = time;
  const date = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
  const at = isDate ? 0 : hour * 60 + minute;
  // A time that the clock change skips is an hour later.
  return (
    instantOf(date, at, zone) ??
    instantOf(date, at + 60, zone) ??
    Date.UTC(year, month - 1, day, hour, minute)
  );
}

const textOf = (component: ICAL.Component, name: string): string =>
  String(component.getFirstPropertyValue(name) ?? '');

const isFree = (component: ICAL.Component, ownHost: string): boolean => {
  const uid = textOf(component, 'uid');
  return (
    textOf(component, 'transp').toUpperCase() === 'TRANSPARENT' ||
    textOf(component, 'status').toUpperCase() === 'CANCELLED' ||
    textOf(component, 'x-microsoft-cdo-busystatus').toUpperCase() === 'FREE' ||
    (/^booking-\d+@/.test(uid) && uid.endsWith(`@${ownHost}`))
  );
};

function zoneNameOf(component: ICAL.Component): string | undefined {
  const name = component.getFirstProperty('dtstart')?.getParameter('tzid');
  return typeof name === 'string' ? name : undefined;
}

function* occurrencesOf(
  event: ICAL.Event,
  until: number,
): Generator<[ICAL.Time, ICAL.Time, ICAL.Component]> {
  if (!event.isRecurring()) return yield [event.startDate, event.endDate, event.component];
  const rule = event.component.getFirstPropertyValue('rrule');
  if (rule instanceof ICAL.Recur && !COARSE.has(rule.freq))
    return yield [event.startDate, event.endDate, event.component];
  const starts = event.iterator();
  for (let count = 0; count < MAX_OCCURRENCES; count++) {
    const next = starts.next();
    if (!next || next.toUnixTime() * 1000 > until + DAY_MS) return;
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    yield [startDate, endDate, item.component];
  }
}

const END_OF_EVENT = /^END:VEVENT\r?\n?/m;
const END_DATE = /^DTEND[^:\n]*:(\d{8})/m;
const REPEATS = /^(RRULE|RDATE|RECURRENCE-ID)/m;

/** Removes single events that ended before the window. Calendars keep years of them, and parsing takes most of the time. */
function dropPast(text: string, from: Date): string {
  const day = new Date(from.getTime() - 2 * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const [head = '', ...events] = text.split(/^BEGIN:VEVENT\r?\n/m);
  const kept = events.map((rest) => {
    const end = END_OF_EVENT.exec(rest);
    const event = rest.slice(0, end?.index);
    const lastDay = END_DATE.exec(event)?.[1];
    return end && lastDay && lastDay < day && !REPEATS.test(event)
      ? rest.slice(end.index + end[0].length)
      : `BEGIN:VEVENT\r\n${rest}`;
  });
  return head + kept.join('');
}

function* eventsOf(text: string): Generator<ICAL.Event> {
  const calendar = new ICAL.Component(ICAL.parse(text));
  if (calendar.name !== 'vcalendar') throw new CalendarRefused('This is not a calendar file.');
  const parts = calendar.getAllSubcomponents('vevent');
  const changed = parts.filter((part) => part.hasProperty('recurrence-id'));
  for (const part of parts) {
    if (part.hasProperty('recurrence-id') || !part.hasProperty('dtstart')) continue;
    const exceptions = changed
      .filter((one) => textOf(one, 'uid') === textOf(part, 'uid'))
      .map((one) => new ICAL.Event(one));
    yield new ICAL.Event(part, { exceptions });
  }
}

function expand(text: string, { from, until, timeZone, ownHost }: CalendarWindow): BusyTime[] {
  const times: BusyTime[] = [];
  for (const event of eventsOf(dropPast(text, from)))
    for (const [start, end, component] of occurrencesOf(event, until.getTime())) {
      const zone = zoneNameOf(component);
      const startsAt = new Date(toInstant(start, zone, timeZone));
      const endsAt = new Date(toInstant(end, zone, timeZone));
      const isInside = endsAt > startsAt && endsAt > from && startsAt < until;
      if (!isInside || isFree(component, ownHost)) continue;
      times.push({ startsAt, endsAt });
      if (times.length > MAX_TIMES) throw new CalendarRefused('This calendar has too many events.');
    }
  return times;
}

function merge(times: BusyTime[]): BusyTime[] {
  const merged: BusyTime[] = [];
  for (const time of times.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    const last = merged.at(-1);
    if (!last || time.startsAt > last.endsAt) merged.push({ ...time });
    else if (time.endsAt > last.endsAt) last.endsAt = time.endsAt;
  }
  return merged;
}

/**
 * Returns the busy times of an iCalendar file within a window, merged. Throws {@link CalendarRefused} for a file that is
 * no calendar, or takes too long: some repetition rules never match.
 */
export function readCalendar(text: string, window: CalendarWindow): BusyTime[] {
  try {
    // `vm` can stop a function that does not end.
    const times = vm.runInNewContext(
      'expand()',
      { expand: () => expand(text, window) },
      { timeout: PARSE_MS },
    ) as BusyTime[];
    return merge(times);
  } catch (error) {
    if (error instanceof CalendarRefused) throw error;
    const isSlow = (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    throw new CalendarRefused(
      isSlow ? 'This calendar has too many events.' : 'This is not a calendar file.',
    );
  }
}
