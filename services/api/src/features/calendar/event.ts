import ICAL from 'ical.js';
import type { ApiConfig } from '../../core/config';
import type { bookings } from '../../core/db/schema';
import { describePlace, getPlace } from '../people/place';
import type { Reader } from './url';

// RFC 5545 allows 75 octets including the leading space of a folded line.
ICAL.foldLength = 74;

const CALENDAR_END = 'END:VCALENDAR\r\n';
const FEED_BATCH = 20;

type Booking = Pick<
  typeof bookings.$inferSelect,
  'id' | 'status' | 'sequence' | 'startsAt' | 'endsAt'
>;
export interface CalendarEntry extends Booking {
  coachName: string;
  meetingUrl: string | null;
  service: string;
  reader?: Reader;
}

const isCancelled = ({ status }: Booking) => status === 'cancelled';

type Config = Pick<ApiConfig, 'siteUrl' | 'siteName' | 'mailFrom' | 'discord'>;

/** Returns a session as an iCalendar file (RFC 5545); null without a time. */
export function printEvent(config: Config, entry: CalendarEntry, now: Date): string | null {
  const event = createComponent(config, entry, now);
  return event && printCalendar(config, [event], { method: 'PUBLISH' });
}

export function printCancellation(config: Config, entry: CalendarEntry, now: Date): string | null {
  const event = createComponent(config, entry, now);
  return event && printCalendar(config, [event], { method: 'CANCEL' });
}

/** Prints a calendar of many sessions in pieces, each within a few milliseconds. */
export function* printFeed(
  config: Config,
  entries: readonly CalendarEntry[],
  now: Date,
): Generator<string> {
  const head = { method: 'PUBLISH', name: `${config.siteName} sessions` };
  yield printCalendar(config, [], head).replace(CALENDAR_END, '');
  for (let first = 0; first < entries.length; first += FEED_BATCH) {
    const batch = entries.slice(first, first + FEED_BATCH);
    const events = batch.flatMap((entry) => createComponent(config, entry, now) ?? []);
    yield events.map((event) => `${event.toString()}\r\n`).join('');
  }
  yield CALENDAR_END;
}

function createComponent(config: Config, entry: CalendarEntry, now: Date): ICAL.Component | null {
  const { siteUrl, siteName, mailFrom } = config;
  const { id, sequence, startsAt, endsAt } = entry;
  if (!startsAt || !endsAt) return null;
  const event = new ICAL.Component('vevent');
  event.addPropertyWithValue('uid', `booking-${id}@${new URL(siteUrl).hostname}`);
  event.addPropertyWithValue('sequence', sequence);
  event.addPropertyWithValue('dtstamp', utc(now));
  event.addPropertyWithValue('dtstart', utc(startsAt));
  event.addPropertyWithValue('dtend', utc(endsAt));
  const { summary, description, url } = printWords(siteUrl, entry);
  event.addPropertyWithValue('summary', summary);
  event.addPropertyWithValue('description', description);
  event.addPropertyWithValue('location', describePlace(getPlace(config, entry.meetingUrl)));
  event.addPropertyWithValue('url', url);
  const organizer = event.addPropertyWithValue(
    'organizer',
    `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`,
  );
  organizer.setParameter('cn', siteName.replace(/["\p{Cc}]/gu, ''));
  event.addPropertyWithValue('status', isCancelled(entry) ? 'CANCELLED' : 'CONFIRMED');
  event.addPropertyWithValue('transp', isCancelled(entry) ? 'TRANSPARENT' : 'OPAQUE');
  return event;
}

/** Description for the reader. The coach's version omits the student, because the link is shareable. */
function printWords(siteUrl: string, { id, coachName, service, reader }: CalendarEntry) {
  if (reader === 'coach') {
    const url = `${siteUrl}/coach/bookings/${id}`;
    return {
      summary: `${service}, booking ${id}`,
      description: `Student and details: ${url}`,
      url,
    };
  }
  const url = `${siteUrl}/sessions/${id}`;
  return {
    summary: `${service} with ${coachName}`,
    description: `Booking ${id}. Have a mic, a 720p stream and your in-game name ready.\n\nMove or cancel it: ${url}`,
    url,
  };
}

interface CalendarHead {
  method: string;
  /** Name of a subscribed calendar. Left out in a file of one session, because the reader adds it to another calendar. */
  name?: string;
}

function printCalendar(
  { siteName }: Pick<ApiConfig, 'siteName'>,
  events: readonly ICAL.Component[],
  { method, name }: CalendarHead,
): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', `-//${siteName.replace(/\//g, ' ')}//Sessions//EN`);
  calendar.addPropertyWithValue('method', method);
  if (name) {
    calendar.addPropertyWithValue('name', name); // RFC 7986; older apps read the other one
    calendar.addPropertyWithValue('x-wr-calname', name);
  }
  const refresh = calendar.addPropertyWithValue(
    'refresh-interval',
    ICAL.Duration.fromString('PT1H'),
  );
  refresh.setParameter('value', 'DURATION');
  for (const event of events) calendar.addSubcomponent(event);
  return `${calendar.toString()}\r\n`;
}

const utc = (moment: Date) => ICAL.Time.fromJSDate(moment, true);
