import { isTimeZone } from '@carry/contracts/format';
import ICAL from 'ical.js';
import { findInstant } from '../coaches/zone';
import { windowsZones } from './windows-zones';

/** Times in ms since the epoch. */
export interface Interval {
  start: number;
  end: number;
}

/** IANA zone. Needs no definition in the file. */
class IanaZone extends ICAL.Timezone {
  constructor(name: string) {
    super({ tzid: name });
  }

  /** Returns the offset of a wall-clock time in seconds. A time that the clock change skips is an hour later. */
  override utcOffset({ year, month, day, hour, minute }: ICAL.Time): number {
    const date = new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10);
    const wallTime = Date.UTC(year, month - 1, day, hour, minute);
    const at = hour * 60 + minute;
    const instant =
      findInstant(date, at, this.tzid) ?? findInstant(date, at + 60, this.tzid) ?? wallTime;
    return (wallTime - instant) / 1000;
  }
}

/** Name with the prefix of the program that wrote it, such as `/mozilla.org/20070129_1/Europe/Berlin`. */
const PREFIXED = /^\/.+?\/([A-Z]\w+(?:\/[A-Z][\w+-]+){1,2})$/;

function findZone(name: string): IanaZone | null {
  const zone = windowsZones[name.trim().toLowerCase()] ?? PREFIXED.exec(name)?.[1] ?? '';
  return isTimeZone(zone) ? new IanaZone(zone) : null;
}

const TIMES = ['dtstart', 'dtend', 'exdate', 'rdate', 'recurrence-id', 'freebusy'];

/** Gives a local or whole-day UNTIL of a repetition the zone of its start. A whole day is included. */
function anchorUntil(event: ICAL.Component): void {
  const start = event.getFirstPropertyValue('dtstart');
  if (!(start instanceof ICAL.Time) || start.isDate) return;
  for (const property of event.getAllProperties('rrule')) {
    const rule = property.getFirstValue();
    if (!(rule instanceof ICAL.Recur) || rule.until?.zone !== ICAL.Timezone.localTimezone) continue;
    const { year, month, day, hour, minute, second, isDate } = rule.until;
    const time = isDate ? { hour: 23, minute: 59, second: 59 } : { hour, minute, second };
    rule.until = new ICAL.Time({ year, month, day, ...time, isDate: false }, start.zone);
  }
}

/** Returns a list with the definition of a zone; empty if it cannot be read. */
function parseZone(text: string): ICAL.Component[] {
  try {
    const zone = new ICAL.Component(ICAL.parse(text));
    return zone.hasProperty('tzid') ? [zone] : [];
  } catch {
    return [];
  }
}

/** iCalendar file in which every time has a zone: UTC, IANA, the file's own, Windows', or else the coach's, as for whole days. */
export class ZonedCalendar extends ICAL.Component {
  private readonly zones = new Map<string, ICAL.Timezone>();
  private readonly ownZone: IanaZone;
  private readonly unknownZones = new Set<string>();

  constructor(zones: string[], timeZone: string) {
    super('vcalendar');
    this.ownZone = new IanaZone(timeZone);
    for (const zone of zones.flatMap(parseZone)) this.addSubcomponent(zone);
  }

  override getTimeZoneByID(name: string): ICAL.Timezone {
    const kept = this.zones.get(name);
    if (kept) return kept;
    const zone = isTimeZone(name)
      ? new IanaZone(name)
      : (super.getTimeZoneByID(name) ?? findZone(name));
    if (!zone) this.unknownZones.add(name);
    this.zones.set(name, zone ?? this.ownZone);
    return zone ?? this.ownZone;
  }

  /** Returns the unknown zone of the times of an event, or null. They are read in the coach's zone. */
  findUnknownZone(event: ICAL.Component): string | null {
    const names = TIMES.flatMap((name) => event.getAllProperties(name)).map((property) =>
      String(property.getParameter('tzid')),
    );
    return names.find((name) => this.unknownZones.has(name)) ?? null;
  }

  addEntry(text: string): ICAL.Component {
    const entry = this.addSubcomponent(new ICAL.Component(ICAL.parse(text)));
    for (const property of TIMES.flatMap((name) => entry.getAllProperties(name)))
      if (!property.getParameter('tzid')) property.setParameter('tzid', this.ownZone.tzid);
    anchorUntil(entry);
    return entry;
  }

  /** Returns the instant of a time in ms since the epoch. Throws for a time that cannot be read. */
  toInstant(time: ICAL.Time): number {
    const instant = (time.toUnixTime() - (time.isDate ? this.ownZone.utcOffset(time) : 0)) * 1000;
    if (Number.isNaN(instant)) throw new Error(`bad time ${time.toString()}`);
    return instant;
  }

  toInterval(period: ICAL.Period): Interval {
    return { start: this.toInstant(period.start), end: this.toInstant(period.getEnd()) };
  }

  getBusyPeriods(list: ICAL.Component): Interval[] {
    return list
      .getAllProperties('freebusy')
      .filter((property) => !/^FREE$/i.test(String(property.getParameter('fbtype') ?? 'BUSY')))
      .flatMap((property) => property.getValues() as ICAL.Period[])
      .map((period) => this.toInterval(period));
  }

  /** Returns the end of an occurrence of an event, in ms since the epoch. Days of a duration follow the clock. Throws if the event ends before it starts. */
  getEnd(event: ICAL.Event, start: ICAL.Time): number {
    const { component, startDate, endDate, duration } = event;
    const begin = this.toInstant(start);
    if (duration.isNegative) throw new Error('ends before it starts');
    if (component.hasProperty('dtend') && !start.isDate)
      return begin + this.toInstant(endDate) - this.toInstant(startDate);
    const end = start.clone();
    end.day += 7 * duration.weeks + duration.days;
    if (start.isDate && duration.toSeconds() === 0) end.day++; // some programs end a whole day on its own date
    const { hours, minutes, seconds } = duration;
    return this.toInstant(end) + ((hours * 60 + minutes) * 60 + seconds) * 1000;
  }
}
