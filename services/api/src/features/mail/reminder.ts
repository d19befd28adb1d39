import type { ApiConfig } from '../../core/config';
import { calendarUrl, type Reader } from '../calendar/url';
import type { Parties } from '../people/parties';
import { type Booking as AnyBooking, factsOf, titleOf, toPage } from './booking-facts';
import { compose } from './letter';
import { PREPARE } from './messages';
import type { Mail } from './outbox';
import { unsubscribeFrom } from './unsubscribe';

export type { Reader };

type Booking = AnyBooking & { startsAt: Date };

/** To student or coach before a session. */
export function reminderMail(
  config: ApiConfig,
  booking: Booking,
  parties: Parties,
  reader: Reader,
  kind: 'day' | 'hour',
): Mail {
  const about = { config, booking, parties, reader };
  const file = calendarUrl(config, booking, reader);
  const { meetingUrl } = parties;
  return compose(config, {
    to: reader === 'coach' ? parties.coach : parties.student,
    subject:
      kind === 'day' ? `Reminder: your ${titleOf(about)}` : `Your ${titleOf(about)} starts soon`,
    unsubscribe: unsubscribeFrom(
      config,
      reader === 'coach' ? parties.coachUserId : booking.studentId,
    ),
    discardAfter: booking.startsAt,
    blocks: [
      factsOf(about, undefined, true),
      ...(reader === 'student' ? [PREPARE] : []),
      toPage(about),
      ...(meetingUrl ? [{ link: 'Join the session', url: meetingUrl }] : []),
      ...(file && kind === 'day' ? [{ link: 'Add it to your calendar', url: file }] : []),
    ],
  });
}
