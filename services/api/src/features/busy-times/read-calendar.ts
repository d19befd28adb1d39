import { setImmediate } from 'node:timers/promises';
import vm from 'node:vm';
import ICAL from 'ical.js';
import { ZonedCalendar } from './zoned-calendar';

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
/** Work in one turn of the event loop. */
const TURN_MS = 15;
/** Wall time after which a turn is stopped. If it used half of that as processor time, the file is refused; else the machine was busy. */
const STEP_MS = 500;
/** Longest wall time of a turn on a busy machine. */
const MAX_STEP_MS = 2000;
/** Processor time of a file. */
const TOTAL_MS = 5000;
const TOO_MANY = 'This calendar has too many events.';
/** Rules that repeat more often than daily are not events of a person. */
const COARSE = new Set(['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);

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

/** Lists the occurrences of an event: each start with the event that describes it. */
function* occurrencesOf(
  { calendar, replaced }: ParsedCalendar,
  event: ICAL.Event,
  until: number,
): Generator<[ICAL.Time, ICAL.Event]> {
  const rule = event.component.getFirstPropertyValue('rrule');
  const isCoarse = !(rule instanceof ICAL.Recur) || COARSE.has(rule.freq);
  if (event.isRecurrenceException() || !event.isRecurring() || !isCoarse)
    return yield [event.startDate, event];
  const others = replaced.get(event.uid);
  const starts = event.iterator();
  for (let count = 0; count < MAX_OCCURRENCES; count++) {
    const next = starts.next();
    if (!next || calendar.toInstant(next) > until + DAY_MS) return;
    if (others?.has(calendar.toInstant(next))) continue;
    const { item, startDate } = event.getOccurrenceDetails(next);
    yield [startDate, item];
  }
}

const END_OF_EVENT = /^END:VEVENT\r?\n?/im;
const END_DATE = /^DTEND[^:\n]*:(\d{8})/im;
const REPEATS = /^(RRULE|RDATE|RECURRENCE-ID)/im;

interface CalendarFile {
  /** The file without its events: zones and properties. */
  frame: string;
  /** Text of each event that may be in the window. */
  events: string[];
}

/** Splits a file, so that its events can be parsed one by one. Drops single events that ended before the window: calendars keep years of them. */
function splitFile(text: string, from: Date): CalendarFile {
  const day = new Date(from.getTime() - 2 * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const isPast = (event: string) => {
    const lastDay = END_DATE.exec(event)?.[1];
    return lastDay !== undefined && lastDay < day && !REPEATS.test(event);
  };
  const [head = '', ...blocks] = text.split(/^BEGIN:VEVENT\r?\n/im);
  const events: string[] = [];
  let frame = head;
  for (const block of blocks) {
    const end = END_OF_EVENT.exec(block);
    const event = block.slice(0, end?.index);
    frame += end ? block.slice(end.index + end[0].length) : `BEGIN:VEVENT\r\n${block}`;
    if (end && !isPast(event)) events.push(`BEGIN:VEVENT\r\n${event}END:VEVENT`);
  }
  return { frame, events };
}

interface ParsedCalendar {
  calendar: ZonedCalendar;
  /** Single events, series, and occurrences that replace one of a series. */
  events: ICAL.Event[];
  /** Instants of the replaced occurrences, by UID. */
  replaced: Map<string, Set<number>>;
}

/** Parses the events. Yields between them, so that other work can run. */
function* parse(
  { frame, events }: CalendarFile,
  timeZone: string,
): Generator<undefined, ParsedCalendar> {
  const calendar = new ZonedCalendar(frame, timeZone);
  if (calendar.name !== 'vcalendar') throw new CalendarRefused('This is not a calendar file.');
  const parts: ICAL.Component[] = [];
  const replaced = new Map<string, Set<number>>();
  /** Changes of an occurrence and all later ones, by UID. */
  const changes = new Map<string, ICAL.Event[]>();
  for (const text of events) {
    const part = calendar.addEvent(text);
    const uid = textOf(part, 'uid');
    const id = part.getFirstPropertyValue('recurrence-id');
    if (id instanceof ICAL.Time)
      replaced.set(uid, (replaced.get(uid) ?? new Set()).add(calendar.toInstant(id)));
    if (part.hasProperty('dtstart')) {
      parts.push(part);
      const event = new ICAL.Event(part, { exceptions: [] });
      if (event.modifiesFuture()) changes.set(uid, [...(changes.get(uid) ?? []), event]);
    }
    yield;
  }
  const toEvent = (part: ICAL.Component) => {
    const isChange = part.hasProperty('recurrence-id');
    const exceptions = isChange ? [] : (changes.get(textOf(part, 'uid')) ?? []);
    return new ICAL.Event(part, { exceptions });
  };
  return { calendar, events: parts.map(toEvent), replaced };
}

/** Lists the busy times in the window. Yields after each event and occurrence, so that other work can run. */
function* expand(
  text: string,
  { from, until, timeZone, ownHost }: CalendarWindow,
): Generator<undefined, BusyTime[]> {
  const times: BusyTime[] = [];
  const parsed = yield* parse(splitFile(text, from), timeZone);
  for (const event of parsed.events)
    for (const [start, item] of occurrencesOf(parsed, event, until.getTime())) {
      yield;
      const startsAt = new Date(parsed.calendar.toInstant(start));
      const endsAt = new Date(parsed.calendar.getEnd(item, start));
      const isInside = endsAt > startsAt && endsAt > from && startsAt < until;
      if (!isInside || isFree(item.component, ownHost)) continue;
      times.push({ startsAt, endsAt });
      if (times.length > MAX_TIMES) throw new CalendarRefused(TOO_MANY);
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

/** Returns a function for the processor time of this thread in ms. Older Node versions count the whole process, so wall time limits it. */
function startCpuClock(): () => number {
  const [cpu, wall] = [readCpuMs(), performance.now()];
  return () => Math.min(readCpuMs() - cpu, performance.now() - wall);
}

function readCpuMs(): number {
  const clock: Pick<typeof process, 'cpuUsage'> & { threadCpuUsage?: typeof process.cpuUsage } =
    process;
  const { user, system } = clock.threadCpuUsage?.() ?? clock.cpuUsage();
  return (user + system) / 1000;
}

const isTimeout = (error: unknown) =>
  (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';

/** Runs work in turns of the event loop. Stops a step that does not end, which only `vm` can, and work that takes too long in all. */
async function runInTurns<Result>(start: () => Generator<undefined, Result>): Promise<Result> {
  let work = start();
  const turn = () => {
    const started = performance.now();
    for (;;) {
      const step = work.next();
      if (step.done || performance.now() - started > TURN_MS) return step;
    }
  };
  const context = vm.createContext({ turn });
  let leftMs = TOTAL_MS;
  let timeout = STEP_MS;
  while (leftMs > 0) {
    const usedMs = startCpuClock();
    try {
      const step: IteratorResult<undefined, Result> = vm.runInContext('turn()', context, {
        timeout,
      });
      if (step.done) return step.value;
    } catch (error) {
      if (!isTimeout(error) || usedMs() >= STEP_MS / 2 || timeout >= MAX_STEP_MS) throw error;
      work = start(); // a stopped generator cannot go on
      timeout *= 2;
    }
    leftMs -= usedMs();
    await setImmediate();
  }
  throw new CalendarRefused(TOO_MANY);
}

async function readNow(text: string, window: CalendarWindow): Promise<BusyTime[]> {
  try {
    return merge(await runInTurns(() => expand(text, window)));
  } catch (error) {
    if (error instanceof CalendarRefused) throw error;
    throw new CalendarRefused(isTimeout(error) ? TOO_MANY : 'This is not a calendar file.');
  }
}

/** Settles after the file that is read at the moment, and those that wait. */
let lastRead: Promise<unknown> = Promise.resolve();

/**
 * Returns the busy times of an iCalendar file within a window, merged. Throws {@link CalendarRefused} for a file that is
 * no calendar, or takes too long: some repetition rules never match. Reads one file at a time: the turns of several
 * would follow each other without other work between them.
 */
export function readCalendar(text: string, window: CalendarWindow): Promise<BusyTime[]> {
  const read = lastRead.then(() => readNow(text, window));
  lastRead = read.catch(() => undefined);
  return read;
}
