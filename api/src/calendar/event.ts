import ICAL from 'ical.js';
import type { ApiConfig } from '../config';
import type { bookings } from '../db/schema';

// A line may have 75 octets, and the space that begins a continued one counts.
ICAL.foldLength = 74;

type Booking = Pick<
  typeof bookings.$inferSelect,
  'id' | 'status' | 'sequence' | 'startsAt' | 'endsAt'
>;
/** What of a session stands in a calendar. */
export interface CalendarEntry extends Booking {
  coachName: string;
  service: string;
}

const isCancelled = ({ status }: Booking) => status === 'cancelled';

/** A session as an iCalendar file (RFC 5545), or null where it has no time. `CANCEL` is for mails: a file that is read again says by its status that it is off. */
export function eventOf(
  { siteUrl, siteName, mailFrom }: Pick<ApiConfig, 'siteUrl' | 'siteName' | 'mailFrom'>,
  entry: CalendarEntry,
  now: Date,
  method: 'PUBLISH' | 'CANCEL' = 'PUBLISH',
): string | null {
  const { id, sequence, startsAt, endsAt, coachName, service } = entry;
  if (!startsAt || !endsAt) return null;
  const event = new ICAL.Component('vevent');
  event.addPropertyWithValue('uid', `booking-${id}@${new URL(siteUrl).hostname}`);
  event.addPropertyWithValue('sequence', sequence);
  event.addPropertyWithValue('dtstamp', utc(now));
  event.addPropertyWithValue('dtstart', utc(startsAt));
  event.addPropertyWithValue('dtend', utc(endsAt));
  event.addPropertyWithValue('summary', `${service} with ${coachName}`);
  event.addPropertyWithValue(
    'description',
    `Booking ${id}. Have a microphone, a 720p stream and your in-game name ready.\n\nMove or cancel it: ${siteUrl}/sessions`,
  );
  event.addPropertyWithValue('url', `${siteUrl}/sessions`);
  const organizer = event.addPropertyWithValue(
    'organizer',
    `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`,
  );
  organizer.setParameter('cn', siteName.replace(/["\p{Cc}]/gu, ''));
  event.addPropertyWithValue('status', isCancelled(entry) ? 'CANCELLED' : 'CONFIRMED');
  event.addPropertyWithValue('transp', isCancelled(entry) ? 'TRANSPARENT' : 'OPAQUE');
  return wrapped(event, siteName, method);
}

function wrapped(event: ICAL.Component, siteName: string, method: string): string {
  const calendar = new ICAL.Component('vcalendar');
  calendar.addPropertyWithValue('version', '2.0');
  calendar.addPropertyWithValue('prodid', `-//${siteName.replace(/\//g, ' ')}//Sessions//EN`);
  calendar.addPropertyWithValue('method', method);
  const refresh = calendar.addPropertyWithValue(
    'refresh-interval',
    ICAL.Duration.fromString('PT1H'),
  );
  refresh.setParameter('value', 'DURATION');
  calendar.addSubcomponent(event);
  return `${calendar.toString()}\r\n`;
}

const utc = (moment: Date) => ICAL.Time.fromJSDate(moment, true);
