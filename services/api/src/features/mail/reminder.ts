import type { ApiConfig } from '../../core/config';
import type { bookings } from '../../core/db/schema';
import { calendarUrl, type Reader } from '../calendar/url';
import type { Parties } from '../people/parties';
import { type Block, compose } from './letter';
import { timeOf, toBooking, toSessions } from './messages';
import type { Mail } from './outbox';
import { unsubscribeFrom } from './unsubscribe';

export type { Reader };

type Booking = typeof bookings.$inferSelect & { startsAt: Date };

/** Content and recipient of a reminder. */
function wordsFor(config: ApiConfig, booking: Booking, parties: Parties, reader: Reader) {
  const { student, coach, coachName, coachUserId, coachZone, service } = parties;
  return reader === 'coach'
    ? {
        to: coach,
        userId: coachUserId,
        about: `booking ${booking.id}`,
        what: `${service}, booking ${booking.id}`,
        zone: coachZone,
        blocks: [toBooking(config, booking.id)] satisfies Block[],
      }
    : {
        to: student,
        userId: booking.studentId,
        about: `your session with ${coachName}`,
        what: `${service} with ${coachName}`,
        zone: booking.timeZone,
        blocks: [
          'Have a mic, a 720p stream and your in-game name ready. A link to a recording helps, too.',
          toSessions(config),
        ] satisfies Block[],
      };
}

/** To student or coach before a session. */
export function reminderMail(
  config: ApiConfig,
  booking: Booking,
  parties: Parties,
  reader: Reader,
  kind: 'day' | 'hour',
): Mail {
  const { to, userId, about, what, zone, blocks } = wordsFor(config, booking, parties, reader);
  const file = calendarUrl(config, booking, reader);
  return compose(config, {
    to,
    subject:
      kind === 'day'
        ? `Reminder: ${about}`
        : `${about.charAt(0).toUpperCase()}${about.slice(1)} starts soon`,
    unsubscribe: unsubscribeFrom(config, userId),
    discardAfter: booking.startsAt,
    blocks: [
      {
        facts: [
          ['What', what],
          ['When', timeOf(booking, zone) ?? ''],
        ],
      },
      ...blocks,
      ...(file && kind === 'day' ? [{ link: 'Add it to your calendar', url: file }] : []),
    ],
  });
}
