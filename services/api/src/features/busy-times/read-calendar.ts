import ICAL from 'ical.js';
import {
  type CalendarFile,
  type Entry,
  isPast,
  nameEntry,
  printEntry,
  shorten,
  splitFile,
} from './calendar-file';
import { hasLaterChanges, listOccurrences, type Occurrence } from './occurrences';
import { runInTurns, WorkTooLong } from './turns';
import { type Interval, ZonedCalendar } from './zoned-calendar';

export interface BusyTime {
  startsAt: Date;
  endsAt: Date;
}

export interface CalendarWindow {
  from: Date;
  until: Date;
  timeZone: string;
  /** Host of the site: its own sessions are not busy twice. */
  ownHost: string;
}

export interface BusyTimes {
  times: BusyTime[];
  /** Sentence about events that cannot be read, for the coach; null: none. */
  problem: string | null;
}

/** The file cannot be used; the message is for the coach. */
export class CalendarRefused extends Error {}

const MAX_TIMES = 2000;
const TOO_MANY = 'This calendar has too many events.';
const NO_CALENDAR = 'This is not a calendar file.';

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

interface ReadEvent {
  event: ICAL.Event;
  entry: Entry;
}

interface ParsedCalendar {
  calendar: ZonedCalendar;
  /** Single events, series, and occurrences that replace one of a series. */
  events: ReadEvent[];
  /** Starts or whole days of the replaced occurrences, by UID. */
  replaced: Map<string, ICAL.Time[]>;
  periods: Interval[];
}

/** Parses the entries, and reports those that cannot be. Yields between them, so that other work can run. */
function* parse(
  { zones, entries }: CalendarFile,
  timeZone: string,
  report: (entry: Entry) => void,
): Generator<undefined, ParsedCalendar> {
  const calendar = new ZonedCalendar(zones, timeZone);
  const parts: { part: ICAL.Component; entry: Entry }[] = [];
  const replaced = new Map<string, ICAL.Time[]>();
  const periods: Interval[] = [];
  const changes = new Map<string, ICAL.Event[]>();
  const add = (entry: Entry) => {
    const part = calendar.addEntry(printEntry(entry));
    if (entry.kind === 'VFREEBUSY') return void periods.push(...calendar.getBusyPeriods(part));
    const uid = textOf(part, 'uid');
    calendar.toInstant(part.getFirstPropertyValue('dtstart') as ICAL.Time);
    const id = part.getFirstPropertyValue('recurrence-id');
    if (id instanceof ICAL.Time) {
      calendar.toInstant(id);
      const earlier = replaced.get(uid) ?? [];
      earlier.push(id);
      replaced.set(uid, earlier);
    }
    parts.push({ part, entry });
    const event = new ICAL.Event(part, { exceptions: [] });
    if (event.modifiesFuture()) changes.set(uid, [...(changes.get(uid) ?? []), event]);
  };
  for (const entry of entries) {
    try {
      add(entry);
    } catch {
      report(entry);
    }
    yield;
  }
  const events = parts.map(({ part, entry }) => {
    const isChange = part.hasProperty('recurrence-id');
    const exceptions = isChange ? [] : (changes.get(textOf(part, 'uid')) ?? []);
    return { event: new ICAL.Event(part, { exceptions }), entry };
  });
  return { calendar, events, replaced, periods };
}

/** Lists the times of the events, and reports those that cannot be read. Yields after each occurrence, so that other work can run. */
function* expandEvents(
  { calendar, events, replaced }: ParsedCalendar,
  window: CalendarWindow,
  report: (entry: Entry) => void,
): Generator<undefined, Occurrence[]> {
  const [from, until] = [window.from.valueOf(), window.until.valueOf()];
  const intervals: Occurrence[] = [];
  for (const { event, entry } of events) {
    yield;
    if (isFree(event.component, window.ownHost) && !hasLaterChanges(event)) continue;
    const source = { calendar, event, replaced: replaced.get(event.uid) ?? [] };
    try {
      for (const occurrence of listOccurrences({ ...source, from, until })) {
        yield;
        if (occurrence && !isFree(occurrence.component, window.ownHost)) intervals.push(occurrence);
      }
    } catch {
      report(entry);
    }
  }
  return intervals;
}

function* readFile(text: string, window: CalendarWindow): Generator<undefined, BusyTimes> {
  const file = splitFile(text, window.from);
  if (!file) throw new CalendarRefused(NO_CALENDAR);
  const unread = new Set<Entry>();
  const report = (entry: Entry) => {
    if (!isPast(entry, file.day)) unread.add(entry);
  };
  const parsed = yield* parse(file, window.timeZone, report);
  const isBusy = ({ start, end }: Interval) =>
    end > start && end > window.from.valueOf() && start < window.until.valueOf();
  const occurrences = (yield* expandEvents(parsed, window, report)).filter(isBusy);
  const unreadProblem = describeUnread([...unread]);
  // Without a single event, the busy times of the last read are better.
  if (unreadProblem && unread.size === file.entries.length)
    throw new CalendarRefused(unreadProblem);
  const problems = [unreadProblem, describeZones(parsed.calendar, occurrences)];
  return {
    times: [...parsed.periods.filter(isBusy), ...occurrences].map(({ start, end }) => ({
      startsAt: new Date(start),
      endsAt: new Date(end),
    })),
    problem: problems.filter((sentence) => sentence !== null).join(' ') || null,
  };
}

function describeZones(calendar: ZonedCalendar, occurrences: Occurrence[]): string | null {
  const names = new Set(
    occurrences.flatMap(({ component }) => calendar.findUnknownZone(component) ?? []),
  );
  const [first] = names;
  if (first === undefined) return null;
  const more = names.size > 1 ? ` and ${names.size - 1} more` : '';
  const zones = `the time zone${more ? 's' : ''} “${shorten(first)}”${more}`;
  return `We don't know ${zones} in this calendar, so we read those times in your own time zone.`;
}

function describeUnread(entries: Entry[]): string | null {
  const [first] = entries;
  if (!first) return null;
  const name = nameEntry(first);
  return entries.length === 1
    ? `We couldn't read ${name} in this calendar, so it may not block its time.`
    : `We couldn't read ${entries.length} events in this calendar, such as ${name}, so they may not block their times.`;
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

async function readNow(text: string, window: CalendarWindow): Promise<BusyTimes> {
  try {
    const { times, problem } = await runInTurns(() => readFile(text, window));
    const merged = merge(times);
    if (merged.length > MAX_TIMES) throw new CalendarRefused(TOO_MANY);
    return { times: merged, problem };
  } catch (error) {
    if (error instanceof CalendarRefused) throw error;
    throw new CalendarRefused(error instanceof WorkTooLong ? TOO_MANY : NO_CALENDAR);
  }
}

/** Settles after the file that is read at the moment, and those that wait. */
let lastRead: Promise<unknown> = Promise.resolve();

/**
 * Returns the busy times of a file within a window, merged. Throws {@link CalendarRefused} for a file that is no calendar or takes too
 * long. Reads one file at a time, so that other work gets its turns.
 */
export function readCalendar(text: string, window: CalendarWindow): Promise<BusyTimes> {
  const read = lastRead.then(() => readNow(text, window));
  lastRead = read.catch(() => undefined);
  return read;
}
