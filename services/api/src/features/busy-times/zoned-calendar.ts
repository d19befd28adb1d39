import { isTimeZone } from '@carry/contracts/format';
import ICAL from 'ical.js';
import { instantOf } from '../coaches/zone';

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
      instantOf(date, at, this.tzid) ?? instantOf(date, at + 60, this.tzid) ?? wallTime;
    return (wallTime - instant) / 1000;
  }
}

/** Properties whose values are times. */
const TIMES = ['dtstart', 'dtend', 'exdate', 'rdate', 'recurrence-id'];

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

/**
 * iCalendar file in which every time has a zone of its own: UTC, the IANA zone of that name, the zone that the file
 * defines, or else the coach's. Whole days are in the coach's zone.
 */
export class ZonedCalendar extends ICAL.Component {
  private readonly zones = new Map<string, ICAL.Timezone>();
  private readonly ownZone: IanaZone;

  constructor(text: string, timeZone: string) {
    super(ICAL.parse(text));
    this.ownZone = new IanaZone(timeZone);
  }

  override getTimeZoneByID(name: string): ICAL.Timezone {
    const zone =
      this.zones.get(name) ??
      (isTimeZone(name) ? new IanaZone(name) : (super.getTimeZoneByID(name) ?? this.ownZone));
    this.zones.set(name, zone);
    return zone;
  }

  addEvent(text: string): ICAL.Component {
    const event = this.addSubcomponent(new ICAL.Component(ICAL.parse(text)));
    for (const property of TIMES.flatMap((name) => event.getAllProperties(name)))
      if (!property.getParameter('tzid')) property.setParameter('tzid', this.ownZone.tzid);
    anchorUntil(event);
    return event;
  }

  /** Returns the instant of a time in ms since the epoch. */
  toInstant(time: ICAL.Time): number {
    return (time.toUnixTime() - (time.isDate ? this.ownZone.utcOffset(time) : 0)) * 1000;
  }

  /** Returns the end of an occurrence of an event, in ms since the epoch. Days of a duration follow the clock. */
  getEnd(event: ICAL.Event, start: ICAL.Time): number {
    const { component, startDate, endDate, duration } = event;
    const begin = this.toInstant(start);
    if (duration.isNegative) return begin;
    if (component.hasProperty('dtend') && !start.isDate)
      return begin + this.toInstant(endDate) - this.toInstant(startDate);
    const end = start.clone();
    end.day += 7 * duration.weeks + duration.days;
    const { hours, minutes, seconds } = duration;
    return this.toInstant(end) + ((hours * 60 + minutes) * 60 + seconds) * 1000;
  }
}
